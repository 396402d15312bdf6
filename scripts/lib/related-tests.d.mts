export class ImportGraph {
  constructor(root: string, folders: readonly string[])
  readonly files: string[]
  importersOf(file: string): string[]
}
export function relatedTests(graph: ImportGraph, changed: readonly string[]): string[]
