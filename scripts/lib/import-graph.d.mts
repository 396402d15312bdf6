export type ImportGraph = Map<string, Map<string, string>>
export function importGraph(folder: string, moduleOf: (file: string) => string): ImportGraph
export function levelsOf(graph: ImportGraph): { levels: string[][]; rest: string[] }
export function upwardImports(graph: ImportGraph, layers: readonly string[]): string[]
export function appImports(root: string, library: string, apps: readonly string[]): string[]
export function testsWithout(folder: string, modules: readonly string[], marks: readonly string[]): string[]
