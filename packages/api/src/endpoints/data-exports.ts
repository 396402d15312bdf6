import { endpoint } from '../endpoint.ts'
import { DataExport } from '../resources/data-export.ts'
import { one } from '../resources/field-types.ts'

const self = { by: 'user', targets: {} } as const

export const dataExport = endpoint({
  id: 'data-exports.show',
  method: 'GET',
  path: '/api/user/data-export',
  summary: 'The copy of all data of the signed-in user, and how far it is',
  access: self,
  response: one(DataExport),
})

export const createDataExport = endpoint({
  id: 'data-exports.create',
  method: 'POST',
  path: '/api/user/data-export',
  summary: 'Make a copy of all data of the signed-in user, as a zip; it replaces an earlier one',
  access: self,
  confirmed: true,
  restriction: 'download',
  response: one(DataExport),
  status: 201,
  errors: ['data-export-running'],
  throttle: 'data-export',
  changes: [],
})

export const removeDataExport = endpoint({
  id: 'data-exports.remove',
  method: 'DELETE',
  path: '/api/user/data-export',
  summary: 'Cancel the copy that is made, or delete the one that is ready',
  access: self,
  changes: [],
})

export const dataExportContent = endpoint({
  id: 'data-exports.content',
  method: 'GET',
  path: '/api/user/data-export/content',
  summary: 'Download the copy of all data of the signed-in user',
  access: self,
  restriction: 'download',
  answers: 'bytes',
  errors: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
})
