import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Activity } from '../resources/activity.ts'
import { IdOrAll, IntText, Paginate } from '../resources/field-types.ts'

const query = z.object({ page: z.optional(IntText), per_page: z.optional(IntText) })
const response = z.object({ data: z.array(Activity), meta: z.object({ paginate: Paginate }) })

/** Activities of an account that can be reached by pages. */
export const MAX_ACTIVITIES = 10_000
/** Those of one entry. */
export const MAX_ACTIVITIES_OF_ENTRY = 1000

export const browseActivity = endpoint({
  id: 'activity.browse',
  method: 'GET',
  path: '/api/activity',
  summary:
    'A page of what happened in the files and team folders of the caller, and of what the caller did elsewhere; the newest first',
  access: { by: 'user', targets: {} },
  query,
  response,
})

export const activityOfEntry = endpoint({
  id: 'activity.of-entry',
  method: 'GET',
  path: '/api/activity/:id',
  summary: 'A page of what happened to an entry, and directly in it where it is a folder; the newest first',
  access: {
    by: 'user',
    targets: { entry: { action: 'read', id: ({ params }) => params.id, absent: 'root', state: 'any' } },
  },
  params: z.object({ id: IdOrAll }),
  query,
  response,
})
