/**
 * Frees the memory of bytes, which are then empty. If it were left to the garbage collector, the next buffers would be fresh
 * memory from the system, which costs several times as much as unpacking a block into it.
 */
export function freeMemory({ buffer }: Uint8Array): void {
  // Node shares the memory of small buffers.
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength > Buffer.poolSize) {
    buffer.transfer(0);
  }
}
