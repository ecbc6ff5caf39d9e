/**
 * Gives back memory that is needed no more; bytes in it are of no use any more. Left to the garbage collector, the next ones
 * would get memory that was never used, which takes the system several times as long as to unpack a block into it.
 */
export function freeMemory({ buffer }: Uint8Array): void {
  // Node shares what is as small among buffers.
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength > Buffer.poolSize) {
    buffer.transfer(0);
  }
}
