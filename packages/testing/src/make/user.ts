import { User } from '@holdall/api'
import { makeId } from './id.ts'

export interface UserOverrides extends Partial<User['attributes']> {
  readonly id?: string
  readonly settings?: Partial<User['relationships']['settings']['data']['attributes']>
  readonly restrictions?: Partial<User['meta']['restrictions']>
}

/** A user as the server presents one; a plain user without limits unless said. */
export function makeUser({ id = makeId(), settings, restrictions, ...attributes }: UserOverrides = {}): User {
  return User.parse({
    id,
    type: 'user',
    attributes: {
      name: 'Mara Lind',
      email: 'mara@example.com',
      role: 'user',
      color: 'green',
      two_factor_confirmed_at: null,
      verified: true,
      storage: { used: 36_400_000_000, capacity: 100_000_000_000 },
      created_at: '2026-01-05T09:00:00.000Z',
      ...attributes,
    },
    relationships: {
      settings: {
        data: {
          id: makeId(),
          type: 'settings',
          attributes: { first_name: 'Mara', last_name: 'Lind', theme_mode: null, locale: null, ...settings },
        },
      },
    },
    meta: {
      restrictions: {
        canUpload: true,
        canDownload: true,
        canCreateFolder: true,
        canCreateTeamFolder: true,
        reason: null,
        ...restrictions,
      },
    },
  })
}
