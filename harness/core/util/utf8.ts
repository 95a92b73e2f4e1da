/** Offset of the first sequence that is not UTF-8. */
export function invalidUtf8At(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      decoder.decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  // what was valid so far may end inside of the sequence that fails
  return Buffer.byteLength(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, low), { stream: true }),
  );
}
