export function strayQueries(folder: string, folders: readonly string[]): string[]
export function longFiles(folder: string, maxLines: number): { file: string; lines: number }[]
export function unclearNames(folder: string, words: readonly string[]): { file: string; name: string }[]
export function insecureComparisons(folder: string): { file: string; name: string }[]
