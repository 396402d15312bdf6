export function buildFingerprints(mode: string): { readonly app: string; readonly fingerprint: string }[]
