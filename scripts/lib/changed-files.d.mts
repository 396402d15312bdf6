export function defaultBase(folder?: string): string | undefined
export function changedFiles(options?: { readonly folder?: string; readonly base?: string }): string[]
