/** 128 random bits as 32 hex digits. `crypto.randomUUID` is missing on plain http at a LAN address; this is not. */
export function newUploadId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
