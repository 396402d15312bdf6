export function checkSpecMap(input: {
  readonly rows: string
  readonly map: string
  readonly sourceOf: (file: string) => string | null
}): {
  readonly problems: readonly string[]
  readonly tableRows: number
  readonly specified: number
  readonly shown: number
  readonly notBuilt: number
}
