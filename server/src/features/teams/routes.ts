import {
  acceptInvitation,
  browseSharedWithMe,
  browseTeamFolders,
  convertToTeamFolder,
  createTeamFolder,
  declineInvitation,
  dissolveTeamFolder,
  type Entry,
  leaveTeamFolder,
  MAX_TEAM_MEMBERS,
  ownInvitations,
  showInvitation,
  type TeamListing,
  teamFolderTree,
  updateTeamFolder,
} from '@holdall/api'
import { can } from '../../access/can.ts'
import { homeOf, type Item, loadItemsFor, type Space, spacesFor } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { browse, type ListingOptions, orderOf, pageBounds } from '../entries/browse-folder.ts'
import { folderTree } from '../entries/folder-tree.ts'
import { presentEntry, presentListing } from '../entries/present-entry.ts'
import { ownerView } from '../entries/present-owned-entries.ts'
import { entryOf } from '../entries/space.store.ts'
import * as answer from './answer-invitation.ts'
import { presentInvitation, presentInvitations, presentTeamFolders } from './present-team.ts'
import { pageOfTeamFolders } from './team.store.ts'
import * as service from './team-service.ts'

/** Of each team folder in a list of them. */
const PEOPLE_IN_LIST = 10

type Deps = service.TeamDeps & answer.AnswerDeps & Pick<Infrastructure, 'config' | 'secret'>

export function teamRoutes(services: Deps): Route[] {
  const { db } = services

  /** The team folder itself, as its owner or a member sees it. */
  async function teamFolder(actor: UserActor, home: Space, rootId: string): Promise<Entry> {
    const [row] = await loadItemsFor(db, actor, [rootId])
    if (!row || !can(actor, 'list', row)) throw refuse('not-found')
    const space = (await spacesFor(db, actor.userId, [row])).get(row.space_id)
    if (!space) throw refuse('not-found')
    const { members_can_share, permission } = space
    const view = await ownerView(services, actor, home.root_id, [row])
    const [presented] = await presentTeamFolders(services, actor, [{ ...row, members_can_share, permission }], {
      view,
      people: MAX_TEAM_MEMBERS + 1,
    })
    return presented!
  }

  async function list(
    actor: UserActor,
    { folder, relation, query }: { folder: Item | null; relation: 'owner' | 'member'; query: ListingOptions },
  ): Promise<TeamListing> {
    const home = await homeOf(db, actor.userId)
    if (folder === null) {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, totals } = await pageOfTeamFolders(db, actor.userId, relation, { ...orderOf(query), ...bounds })
      const view = await ownerView(services, actor, home.root_id, rows)
      const { meta } = presentListing({ rows, totals, page, perPage }, null, [], view)
      const data = await presentTeamFolders(services, actor, rows, { view, people: PEOPLE_IN_LIST })
      return { data, meta: { ...meta, teamFolder: null } }
    }
    const space = (await spacesFor(db, actor.userId, [folder])).get(folder.space_id)
    if (space?.kind !== 'team' || (space.owner_id === actor.userId) !== (relation === 'owner')) {
      throw refuse('not-found')
    }
    const { found, ancestors } = await browse(db, folder, space, query)
    const view = await ownerView(services, actor, home.root_id, [folder, ...found.rows])
    const { data, meta } = presentListing(found, folder, ancestors, view)
    return { data, meta: { ...meta, teamFolder: { data: await teamFolder(actor, home, space.root_id) } } }
  }

  return [
    handle(browseTeamFolders, ({ query }, { actor, entry }) =>
      list(actor, { folder: entry, relation: 'owner', query }),
    ),

    handle(browseSharedWithMe, ({ query }, { actor, entry }) =>
      list(actor, { folder: entry, relation: 'member', query }),
    ),

    handle(teamFolderTree, async ({ query }, { entry: folder, space, home }) => {
      if (space.kind !== 'team') throw refuse('not-found')
      return folderTree(db, folder.id, home.root_id, query)
    }),

    handle(createTeamFolder, async ({ body }, { actor }) => {
      const id = await service.createTeamFolder(services, actor, body)
      return { data: await teamFolder(actor, await homeOf(db, actor.userId), id) }
    }),

    handle(convertToTeamFolder, async ({ body }, { actor, entry: folder, home }) => {
      await service.convertToTeamFolder(services, actor, { home, folder }, body)
      return { data: await teamFolder(actor, home, folder.id) }
    }),

    handle(updateTeamFolder, async ({ body }, { actor, entry, space, home }) => {
      await service.updateTeamFolder(services, actor, space, body)
      return { data: await teamFolder(actor, home, entry.id) }
    }),

    handle(dissolveTeamFolder, async (_input, { actor, entry, space, home }) => {
      await service.dissolveTeamFolder(services, { home, space })
      const folder = await entryOf(db, home.id, entry.id)
      if (!folder) throw refuse('not-found')
      return { data: presentEntry(folder, await ownerView(services, actor, home.root_id, [folder])) }
    }),

    handle(leaveTeamFolder, async (_input, { space }) => {
      await service.leaveTeamFolder(services, space)
      return { message: 'You left the team folder.', count: 1 }
    }),

    handle(ownInvitations, async (_input, { actor }) => ({
      data: await presentInvitations(services, await answer.invitationsOf(services, actor)),
    })),

    handle(showInvitation, async ({ params, query }, { actor }) => ({
      data: await presentInvitation(
        services,
        await answer.openInvitation(services, actor, { id: params.id, secret: query.secret }),
      ),
    })),

    handle(acceptInvitation, async ({ params, body }, { actor }) => ({
      data: await presentInvitation(
        services,
        await answer.acceptInvitation(services, actor, { id: params.id, secret: body.secret }),
      ),
    })),

    handle(declineInvitation, async ({ params, body }, { actor }) => ({
      data: await presentInvitation(
        services,
        await answer.declineInvitation(services, actor, { id: params.id, secret: body.secret }),
      ),
    })),
  ]
}
