import type { Db } from '../db/transact.ts'

export interface SettingRow {
  readonly name: string
  /** JSON. */
  readonly value: string
}

export interface SettingsStore {
  all(): Promise<readonly SettingRow[]>
  put(name: string, value: string, now: number): Promise<void>
  remove(name: string): Promise<void>
}

export const createSettingsStore = (db: Db): SettingsStore => ({
  all: () => db.selectFrom('settings').select(['name', 'value']).execute(),
  async put(name, value, now) {
    const row = { value, updated_at: now }
    await db
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  },
  async remove(name) {
    await db.deleteFrom('settings').where('name', '=', name).execute()
  },
})
