/** Hands bytes to the browser's own download; nothing is asked of a network. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '_');
  link.click();
  // The download has begun by then; the address would hold the bytes for as long as the page lives.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
