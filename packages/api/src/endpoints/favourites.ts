import * as z from '@holdall/schema'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Done } from '../resources/entry.ts'
import { Id } from '../resources/field-types.ts'

/** Favourites of one user, those in the trash among them. */
export const MAX_FAVOURITES = 200

export const addFavourites = endpoint({
  id: 'favourites.add',
  method: 'POST',
  path: '/api/favourites',
  summary: 'Add folders to the favourites of the signed-in user; those that are favourites stay where they are',
  access: {
    by: 'user',
    targets: {
      selection: { action: 'favourite', selection: ({ body }) => ({ items: body.ids.map((id) => ({ id })) }) },
    },
  },
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)) }),
  response: Done,
  status: 201,
  errors: ['too-many-favourites'],
  changes: ['favourites'],
})

export const removeFavourite = endpoint({
  id: 'favourites.remove',
  method: 'DELETE',
  path: '/api/favourites/:id',
  summary:
    'Remove a folder, in the trash too, from the favourites of the signed-in user; `count` is 0 where it was none',
  access: { by: 'user', targets: { entry: { action: 'favourite', id: ({ params }) => params.id, state: 'any' } } },
  params: z.object({ id: Id }),
  response: Done,
  changes: ['favourites'],
})
