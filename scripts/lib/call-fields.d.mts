export interface CallFields {
  readonly request: readonly string[]
  readonly answer: readonly string[]
}
export type Calls = Readonly<Record<string, CallFields>>

export function fieldsOf(schema: object): string[]
export function callsOf(api: { readonly paths: object }): Calls
export function breakingChanges(before: Calls, now: Calls): string[]
