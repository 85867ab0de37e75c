/** A file's size as a person reads it; the same on both platforms. */
export function fileSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}
