import { randomUUID } from 'node:crypto'
import type { AccessEntry } from '../entry.ts'
import { byAnyone, byId, bySignedIn, owners, someSecret } from './presets.ts'

export const accountCalls: Readonly<Record<string, AccessEntry>> = {
  'user.avatar-image': { ...byAnyone, call: () => ({ params: { name: someSecret } }), asUserWith: 'account:read' },
  'user.change-password': {
    ...bySignedIn,
    call: () => ({
      body: { current: 'x', password: '12345678', password_confirmation: '12345678' },
    }),
    token: 'never',
  },
  'user.confirm-password': { ...bySignedIn, call: () => ({ body: { password: 'x' } }), token: 'never' },
  'user.current': { ...bySignedIn, token: 'account:read', demoMayCall: true, endingMayCall: true },
  'user.end-other-sessions': { ...bySignedIn, token: 'never' },
  'user.end-session': { ...bySignedIn, call: byId, subjects: ['session'], actors: owners, token: 'never' },
  'user.remove-avatar': { ...bySignedIn, token: 'account:write' },
  'user.sessions': { ...bySignedIn, token: 'never' },
  'user.set-avatar': { ...bySignedIn, token: 'account:write' },
  'user.storage': { ...bySignedIn, token: 'account:read', demoMayCall: true },
  'user.update-setting': {
    ...bySignedIn,
    call: () => ({ body: { name: 'first_name', value: 'x' } }),
    token: 'account:write',
  },

  'account-deletion.cancel': { ...bySignedIn, token: 'never', endingMayCall: true },
  'account-deletion.request': {
    ...bySignedIn,
    call: () => ({ body: { email: 'nobody@example.com', team_folders: [] } }),
    token: 'never',
    needsConfirmation: true,
  },
  'account-deletion.show': { ...bySignedIn, token: 'never', demoMayCall: true, endingMayCall: true },

  'email-change.cancel': { ...bySignedIn, token: 'never' },
  // Its token is for one account: see `email-change.test.ts`.
  'email-change.confirm': { ...bySignedIn, call: () => ({ body: { token: someSecret } }), token: 'never' },
  'email-change.request': {
    ...bySignedIn,
    call: () => ({ body: { email: `${randomUUID()}@example.com` } }),
    token: 'never',
    needsConfirmation: true,
  },
  'email-change.show': { ...bySignedIn, token: 'never', demoMayCall: true },

  // The handler finds uploads of the caller only: see `api-tokens.test.ts`.
  'api-tokens.browse': { ...bySignedIn, token: 'never', demoMayCall: true },
  'api-tokens.create': {
    ...bySignedIn,
    call: () => ({ body: { name: 'x' } }),
    token: 'never',
    needsConfirmation: true,
  },
  'unfinished-uploads.browse': { ...bySignedIn, token: 'files:read', demoMayCall: true },
  // The handler finds uploads of the caller only: see `unfinished-uploads.test.ts`.
  'unfinished-uploads.end': {
    ...bySignedIn,
    call: byId,
    subjects: ['unfinished-upload'],
    actors: owners,
    token: 'files:write',
  },
  'unfinished-uploads.end-all': { ...bySignedIn, token: 'files:write' },

  'api-tokens.remove': { ...bySignedIn, call: byId, subjects: ['api-token'], actors: owners, token: 'never' },

  'data-exports.show': { ...bySignedIn, token: 'never', demoMayCall: true },
  'data-exports.create': { ...bySignedIn, restricted: 'download', token: 'never', needsConfirmation: true },
  'data-exports.remove': { ...bySignedIn, token: 'never' },
  // The handler finds the one of the caller only: see `data-exports.test.ts`.
  'data-exports.content': { ...bySignedIn, restricted: 'download', token: 'never', demoMayCall: true },

  'notifications.browse': { ...bySignedIn, token: 'notifications', demoMayCall: true },
  'notifications.clear': { ...bySignedIn, token: 'notifications' },
  'notifications.read': { ...bySignedIn, token: 'notifications' },
  // The handler finds uploads of the caller only: see `notifications.test.ts`.
  'notifications.remove': {
    ...bySignedIn,
    call: byId,
    subjects: ['notification'],
    actors: owners,
    token: 'notifications',
  },

  // The handler compares the channel with the caller: see `features/realtime`.
  'realtime.authorise': {
    ...bySignedIn,
    call: ({ targets }) => ({
      body: { socket_id: '1.2', channel_name: targets[0] || 'private-user.1' },
    }),
    subjects: ['channel'],
    actors: 'ok   role | role role role | sign sign sign sign sign | sign sign | sign role',
    token: 'never',
    demoMayCall: true,
  },
}
