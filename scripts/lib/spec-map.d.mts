export function checkSpecMap(input: {
  readonly specification: string
  readonly rows: string
  readonly map: string
  readonly sourceOf: (file: string) => string | null
}): {
  readonly problems: readonly string[]
  readonly tableRows: number
  readonly specified: number
  readonly letter: number
  readonly differing: number
  readonly toBuild: number
  readonly inPart: number
  readonly notBuilt: number
}
