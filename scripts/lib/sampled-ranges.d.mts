export function sampledRanges(
  folders: readonly string[],
  sample: { readonly percent: number; readonly seed: string },
  from?: string,
): string[]
