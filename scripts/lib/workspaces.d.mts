export function workspaceFolders(from?: string): string[]
export function sectionFolders(from?: string): string[]
export function builtFolders(from?: string): string[]
