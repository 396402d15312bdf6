import type { UploadRequest } from '@holdall/api'
import { makeId } from '@holdall/testing'

const closesAt = '2027-03-30T10:00:00.000Z'

export const requestOf = (attributes: Partial<UploadRequest['attributes']> = {}): UploadRequest => ({
  id: makeId(),
  type: 'upload-request',
  attributes: {
    token: `token-of-${attributes.name ?? 'a request'}-1234567`.replaceAll(' ', '-'),
    status: 'active',
    name: 'Contracts',
    notes: null,
    email: null,
    parent_id: null,
    parent_name: null,
    folder_id: null,
    suspended: false,
    files_received: 0,
    last_upload_at: null,
    closes_at: closesAt,
    closes_when_idle: false,
    ended_at: null,
    ended_by: null,
    link: '/request/a-token/upload',
    created_at: '2026-03-12T10:00:00.000Z',
    ...attributes,
  },
})
export const pageOf = (data: UploadRequest[], currentPage = 1, lastPage = 1) => ({
  data,
  meta: { paginate: { currentPage, lastPage, perPage: 50, from: null, to: null, total: data.length } },
})
