/*
 * Walks over the bytes of a JSON text and takes what JSON.parse takes (RFC 8259), up to `maximumDepth` levels. Written in
 * AssemblyScript because only WebAssembly has the instructions that look at 16 bytes at once: four times as fast as the
 * same walk in JavaScript. `npm run assembly` compiles it into src/client/jsonScannerCode.ts.
 *
 * The caller puts the text at `textAt`, with `padding` zeros behind it; a zero ends everything, so no length is needed.
 * Positions are addresses in memory. Where the text is not JSON, `wrongAt` is set and the walk traps.
 */

/** Arrays and objects in each other; as src/protocol/json.ts has it. */
const maximumDepth: i32 = 500;

/** What ends the arrays and objects that are open, by level: a byte each. */
const closersAt: i32 = 0;
/** The names of the fields to find, each in a slot of its own: its length (u32), then its bytes. */
export const namesAt: i32 = 512;
export const nameSlot: i32 = 64;
export const mostNames: i32 = 3;
/**
 * A record for each item, of u32: its start, its end, what it is, and then the start and the end of the value of each field
 * (0 where it has no such field; of several with one name the last, as in JSON.parse).
 */
export const recordsAt: i32 = 1024;
export const recordSize: i32 = 36;
/** What an item is. 0: no object. */
const plainObject: u32 = 1;
/** A name that is written with escapes may be that of a field: the caller has to look. */
export const objectWithEscapedNames: u32 = 2;
export const mostRecords: i32 = 1000;
export const textAt: i32 = 65536;
export const padding: i32 = 32;

const closeArray: u32 = 0x5d;
const closeObject: u32 = 0x7d;

export let wrongAt: i32 = 0;
export let isTooDeep: bool = false;
/** Behind the items that `items` has recorded: where the next one starts, or where the list ends. */
export let itemsEnd: i32 = 0;
/** Whether there are more. */
export let hasMore: bool = false;
/** Whether an escape has been seen in a string. */
let escaped: bool = false;

function wrong(at: i32): i32 {
  wrongAt = at;
  unreachable();
  return 0;
}

/** Behind white space, if there is any. */
export function space(start: i32): i32 {
  let at = start;
  for (;;) {
    const byte: u32 = load<u8>(at);
    if (byte > 0x20 || (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09)) {
      return at;
    }
    at++;
  }
  return 0;
}

/** The rest of a string behind its first quote. @returns behind the last one */
export function string(start: i32): i32 {
  let at = start;
  for (;;) {
    const bytes = v128.load(at);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const found = i8x16.bitmask(special);
    if (found == 0) {
      at += 16;
      continue;
    }
    at += ctz(found);
    if (load<u8>(at) == 0x22) {
      return at + 1;
    }
    at = escape(at);
  }
  return 0;
}

function escape(at: i32): i32 {
  if (load<u8>(at) != 0x5c) {
    wrong(at);
  }
  escaped = true;
  switch (load<u8>(at + 1)) {
    case 0x22: // "
    case 0x2f: // /
    case 0x5c: // \
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      for (let digit = at + 2; digit < at + 6; digit++) {
        if (!isHexDigit(load<u8>(digit))) {
          wrong(digit);
        }
      }
      return at + 6;
    default:
      return wrong(at + 1);
  }
}

function isHexDigit(byte: u32): bool {
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}

function isDigit(byte: u32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

function digits(start: i32): i32 {
  let at = start;
  while (isDigit(load<u8>(at))) {
    at++;
  }
  return at == start ? wrong(at) : at;
}

/** A number, true, false or null. */
function scalar(at: i32): i32 {
  const byte: u32 = load<u8>(at);
  if (byte == 0x2d || isDigit(byte)) {
    return number(at);
  }
  const letters = load<u32>(at);
  if (letters == 0x65757274 || letters == 0x6c6c756e) {
    return at + 4; // true, null
  }
  if (letters == 0x736c6166 && load<u8>(at + 4) == 0x65) {
    return at + 5; // false
  }
  return wrong(at);
}

function number(start: i32): i32 {
  let at = load<u8>(start) == 0x2d ? start + 1 : start;
  at = load<u8>(at) == 0x30 ? at + 1 : digits(at);
  if (load<u8>(at) == 0x2e) {
    at = digits(at + 1);
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    const sign: u32 = load<u8>(at + 1);
    at = digits(sign == 0x2b || sign == 0x2d ? at + 2 : at + 1);
  }
  return at;
}

/** A member's name and colon. @returns where its value starts */
function name(start: i32): i32 {
  if (load<u8>(start) != 0x22) {
    wrong(start);
  }
  return colon(string(start + 1));
}

function colon(nameEnd: i32): i32 {
  let at = nameEnd;
  if (load<u8>(at) != 0x3a) {
    at = space(at);
    if (load<u8>(at) != 0x3a) {
      wrong(at);
    }
  }
  at++;
  return load<u8>(at) > 0x20 ? at : space(at);
}

/** Any value. `depth`: how many arrays and objects it stands in. */
export function value(start: i32, depth: i32): i32 {
  let level = depth;
  let at = start;
  for (;;) {
    // A value starts here.
    const byte: u32 = load<u8>(at);
    if (byte == 0x22) {
      at = string(at + 1);
    } else if (byte == 0x7b || byte == 0x5b) {
      if (level >= maximumDepth) {
        isTooDeep = true;
        wrong(at);
      }
      // In ASCII, a closing bracket or brace stands two behind the opening one.
      const closer = byte + 2;
      at = space(at + 1);
      if (load<u8>(at) != closer) {
        store<u8>(closersAt + level, closer);
        level++;
        if (closer == closeObject) {
          at = name(at);
        }
        continue;
      }
      at++;
    } else {
      at = scalar(at);
    }
    // A value has ended here: close what ends with it, up to the next value.
    for (;;) {
      if (level == depth) {
        return at;
      }
      let after: u32 = load<u8>(at);
      if (after <= 0x20) {
        at = space(at);
        after = load<u8>(at);
      }
      const closer: u32 = load<u8>(closersAt + level - 1);
      if (after == 0x2c) {
        at++;
        if (load<u8>(at) <= 0x20) {
          at = space(at);
        }
        if (closer == closeObject) {
          at = name(at);
        }
        break;
      }
      if (after != closer) {
        wrong(at);
      }
      level--;
      at++;
    }
  }
  return 0;
}

/**
 * Records the items of a page's list, from the one that starts at `start`, `mostRecords` of them at most.
 * `names`: how many of the slots are in use. @returns how many items were recorded
 */
export function items(start: i32, names: i32): i32 {
  let at = start;
  let count = 0;
  for (;;) {
    at = space(item(at, names, recordsAt + count * recordSize));
    count++;
    const after: u32 = load<u8>(at);
    if (after == closeArray) {
      hasMore = false;
      itemsEnd = at + 1;
      return count;
    }
    if (after != 0x2c) {
      wrong(at);
    }
    at = space(at + 1);
    if (count == mostRecords) {
      hasMore = true;
      itemsEnd = at;
      return count;
    }
  }
  return 0;
}

/** One item, into its record. Only the names of an object's own members are looked at. */
function item(start: i32, names: i32, record: i32): i32 {
  memory.fill(record, 0, recordSize);
  store<u32>(record, start);
  const isObject = load<u8>(start) == 0x7b;
  const end = isObject ? members(start, names, record) : value(start, 2);
  store<u32>(record, end, 4);
  return end;
}

function members(start: i32, names: i32, record: i32): i32 {
  store<u32>(record, plainObject, 8);
  let at = space(start + 1);
  if (load<u8>(at) == closeObject) {
    return at + 1;
  }
  for (;;) {
    if (load<u8>(at) != 0x22) {
      wrong(at);
    }
    escaped = false;
    const nameEnd = string(at + 1);
    if (escaped) {
      store<u32>(record, objectWithEscapedNames, 8);
    }
    const valueStart = colon(nameEnd);
    const valueEnd = value(valueStart, 3);
    const index = indexOfName(at + 1, nameEnd - 1, names);
    if (index >= 0) {
      store<u32>(record + index * 8, valueStart, 12);
      store<u32>(record + index * 8, valueEnd, 16);
    }
    at = space(valueEnd);
    const after: u32 = load<u8>(at);
    if (after == closeObject) {
      return at + 1;
    }
    if (after != 0x2c) {
      wrong(at);
    }
    at = space(at + 1);
  }
  return 0;
}

function indexOfName(start: i32, end: i32, names: i32): i32 {
  for (let index = 0; index < names; index++) {
    const slot = namesAt + index * nameSlot;
    if (load<i32>(slot) == end - start && memory.compare(slot + 4, start, end - start) == 0) {
      return index;
    }
  }
  return -1;
}
