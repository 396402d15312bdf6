/** Entries that one call can name. Clients send more in several calls. */
export const MAX_ITEMS_PER_CALL = 1000
/** Links that one call can revoke. */
export const MAX_LINKS_PER_CALL = 500
/** Entries of which one call can revoke all links. */
export const MAX_UNLINKED_PER_CALL = 100
/** Entries that a call about all entries of a folder can leave out. */
export const MAX_EXCEPTIONS = 10_000
/** Entries that one zip can name by id; a whole folder counts as one. */
export const MAX_ZIP_ITEMS = 2000
/** Files that one remote upload can fetch. */
export const MAX_REMOTE_URLS = 20
/** Characters of the address of a remote file. */
export const MAX_REMOTE_URL_LENGTH = 2048
/** Folders of one page of a tree. */
export const MAX_LEVEL_FOLDERS = 5000
