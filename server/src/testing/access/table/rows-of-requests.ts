import type { Rows } from '../entry.ts'

// Columns: active filling filled expired suspended

export const evenClosed: Rows = {
  nothing: '                                ok    ok    ok      ok    ok',
}
export const openOnly: Rows = {
  nothing: '                                ok    ok    closed  over  closed',
}
export const requestedFolders: Rows = {
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
export const requestedItems: Rows = {
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
export const uploadsByRequest: Rows = {
  'an upload of the request': '             ok    ok    closed  over  closed',
  'an upload of another request': '         none  none  closed  over  closed',
  'an upload of the owner': '               none  none  closed  over  closed',
  'an unknown upload': '                    none  none  closed  over  closed',
}
