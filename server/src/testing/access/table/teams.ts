import type { AccessEntry } from '../entry.ts'
import { byAnyone, byId, bySignedIn, owners, someId, viewers } from './presets.ts'
import { convertedFolders, leftFolders, managedFolders, shownFolders } from './rows-of-members.ts'
import { joinedTeamFolders, ownFolders, ownLiveFolders, ownTeamFolders } from './rows-of-users.ts'

export const teamsCalls: Readonly<Record<string, AccessEntry>> = {
  'teams.accept-invitation': {
    ...bySignedIn,
    call: ({ targets }) => ({ params: { id: targets[0] || someId }, body: {} }),
    subjects: ['invitation'],
    actors: owners,
    token: 'teams',
  },
  'teams.browse': {
    call: byId,
    subjects: ['team'],
    actors: owners,
    accounts: [ownFolders],
    members: [shownFolders],
    token: 'teams',
    demoMayCall: true,
  },
  'teams.browse-shared': {
    call: byId,
    subjects: ['team'],
    actors: 'none none | ok   ok   none | sign sign sign sign sign | sign sign | sign none',
    accounts: [ownFolders],
    members: [shownFolders],
    token: 'teams',
    demoMayCall: true,
  },
  'teams.convert': {
    call: ({ targets }) => ({ params: { id: targets[0]! }, body: { invitations: [] } }),
    subjects: ['folder'],
    actors: owners,
    restricted: 'team',
    accounts: [ownLiveFolders],
    members: [convertedFolders],
    token: 'teams',
  },
  'teams.create': {
    ...bySignedIn,
    call: () => ({ body: { name: 'x', invitations: [] } }),
    restricted: 'team',
    token: 'teams',
  },
  'teams.decline-invitation': {
    ...byAnyone,
    call: ({ targets }) => ({ params: { id: targets[0] || someId }, body: {} }),
    subjects: ['invitation'],
    actors: 'ok   none | none none none | none none none none none | none none | none none',
    asUserWith: 'teams',
  },
  'teams.dissolve': {
    call: byId,
    subjects: ['team'],
    actors: owners,
    accounts: [ownTeamFolders],
    members: [managedFolders],
    token: 'teams',
  },
  'teams.leave': {
    call: byId,
    subjects: ['team'],
    actors: 'none none | ok   ok   none | sign sign sign sign sign | sign sign | sign none',
    accounts: [joinedTeamFolders],
    members: [leftFolders],
    token: 'teams',
  },
  'teams.own-invitations': { ...bySignedIn, token: 'teams', demoMayCall: true },
  // Their handlers check the secret or the address of the session: see `invitations.test.ts`.
  'teams.show-invitation': {
    ...byAnyone,
    call: byId,
    subjects: ['invitation'],
    actors: 'ok   none | none none none | none none none none none | none none | none none',
    asUserWith: 'teams',
  },
  'teams.tree': {
    call: byId,
    subjects: ['team'],
    actors: viewers,
    accounts: [ownFolders],
    members: [shownFolders],
    token: 'teams',
    demoMayCall: true,
  },
  'teams.update': {
    call: ({ targets }) => ({ params: { id: targets[0]! }, body: {} }),
    subjects: ['team'],
    actors: owners,
    accounts: [ownTeamFolders],
    members: [managedFolders],
    token: 'teams',
  },
}
