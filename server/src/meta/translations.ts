import type { Services } from '../services.ts'

/** What operators changed of a locale's words; an unknown locale answers with the default's. */
export async function editsOf({ settings }: Services, wanted: string): Promise<Record<string, string>> {
  const { translations: edits, 'app.locale': standard } = await settings.all()
  return edits[Object.hasOwn(edits, wanted) ? wanted : standard] ?? {}
}
