import type { Table } from './expectations.ts'

/** `active` has no folder yet; the folder of a suspended one is in the trash. */
export const requestColumns = ['active', 'filling', 'filled', 'expired', 'suspended'] as const

const evenClosed: Table = {
  nothing: '                                ok    ok    ok      ok    ok',
}
const openOnly: Table = {
  nothing: '                                ok    ok    closed  over  closed',
}
const requestedFolders: Table = {
  'the folder of the request': '            none  ok    closed  over  closed',
  'an uploaded folder': '                   none  ok    closed  over  closed',
  'an uploaded file': '                     none  none  closed  over  closed',
  'a trashed uploaded folder': '            none  none  closed  over  closed',
  'a folder that the owner put there': '    none  none  closed  over  closed',
  'an uploaded folder in one of the owner': 'none none  closed  over  closed',
  'an uploaded folder that was moved out': 'none  none  closed  over  closed',
  'an uploaded folder of another request': 'none  none  closed  over  closed',
  'the folder above': '                     none  none  closed  over  closed',
  'the root above': '                       none  none  closed  over  closed',
  'a folder outside': '                     none  none  closed  over  closed',
  'a foreign folder': '                     none  none  closed  over  closed',
  'an unknown id': '                        none  none  closed  over  closed',
}
const requestedItems: Table = {
  'the folder of the request': '            none  none  closed  over  closed',
  'an uploaded folder': '                   none  ok    closed  over  closed',
  'an uploaded file': '                     none  ok    closed  over  closed',
  'an uploaded file further inside': '      none  ok    closed  over  closed',
  'a trashed uploaded folder': '            none  none  closed  over  closed',
  'a trashed uploaded file': '              none  none  closed  over  closed',
  'a folder that the owner put there': '    none  none  closed  over  closed',
  'a file that the owner put there': '      none  none  closed  over  closed',
  'an uploaded folder in one of the owner': 'none none  closed  over  closed',
  'an uploaded folder that was moved out': 'none  none  closed  over  closed',
  'an uploaded folder of another request': 'none  none  closed  over  closed',
  'the folder above': '                     none  none  closed  over  closed',
  'the root above': '                       none  none  closed  over  closed',
  'a file outside': '                       none  none  closed  over  closed',
  'a foreign file': '                       none  none  closed  over  closed',
  'an unknown id': '                        none  none  closed  over  closed',
}
const uploadsByRequest: Table = {
  'an upload of the request': '             ok    ok    closed  over  closed',
  'an upload of another request': '         none  none  closed  over  closed',
  'an upload of the owner': '               none  none  closed  over  closed',
  'an unknown upload': '                    none  none  closed  over  closed',
}

/** Calls by the link of an upload request. */
export const requestCalls: Readonly<Record<string, readonly Table[]>> = {
  'upload-requests.show': [evenClosed],
  'upload-requests.finish': [openOnly],
  'upload-requests.browse-folder': [requestedFolders],
  'upload-requests.find-by-prefix': [requestedFolders],
  'upload-requests.navigation': [requestedFolders],
  'upload-requests.create-folder': [requestedFolders],
  'upload-requests.rename': [requestedItems],
  'upload-requests.move': [requestedItems, requestedFolders],
  'upload-requests.remove': [requestedItems],
  'upload-requests.upload-chunk': [requestedFolders],
  'upload-requests.upload-whole': [requestedFolders],
  'upload-requests.upload-state': [uploadsByRequest],
  'upload-requests.abort-upload': [uploadsByRequest],
}

/** Addresses of thumbnails that were made for visitors of a request; those of content are never made, and never accepted. */
export const thumbnailsOfRequests: Table = {
  'an uploaded file': '                     none  ok    none    none  none',
  'an uploaded file further inside': '      none  ok    none    none  none',
  'an uploaded folder': '                   none  none  none    none  none',
  'a trashed uploaded file': '              none  none  none    none  none',
  'a file that the owner put there': '      none  none  none    none  none',
  'a file outside': '                       none  none  none    none  none',
  'a foreign file': '                       none  none  none    none  none',
  'an unknown id': '                        none  none  none    none  none',
}
