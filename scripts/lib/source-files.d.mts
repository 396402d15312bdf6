export function sourceFiles(folder: string): string[]
export function isTest(file: string): boolean
