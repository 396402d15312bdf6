export { type ActionGroups, type FileAction, menuEntries, type Target } from './actions/action.ts'
export { SheetMenu } from './back/sheet-menu.tsx'
export { Breadcrumbs, type BreadcrumbsProps } from './bars/Breadcrumbs.tsx'
export { TopBar } from './bars/styles.ts'
export { nextSort, type Columns, type RowHandlers } from './browser.ts'
export { dragged, type Dragged } from './drag/drag.ts'
export { downloadAddress, downloadFiles } from './download.ts'
export { type Picked, readDrop, readPicked } from './drop/read-drop.ts'
export { FileBrowser, type FileBrowserProps } from './FileBrowser.tsx'
export { useFormatDate } from './format/date.ts'
export { isExpired } from './format/expiry.ts'
export { type Kind, kindOf, lookOf } from './format/kind.ts'
export { useFormatSize } from './format/size.ts'
export { focusList } from './list/focus-list.ts'
export { EntryIcon, useSizeText } from './list/cells.tsx'
export { isComposing } from './keyboard/composing.ts'
export { stemLength } from './format/stem.ts'
export {
  type FileSource,
  type FolderPath,
  type FolderState,
  PAGE_SIZE,
  pageKey,
  pathOf,
  type PageQuery,
  type Sort,
  type SortField,
} from './listing/file-source.ts'
export { useRefetchOnFocus } from './listing/use-refetch-on-focus.ts'
export { createStore, type Store, useStore } from './store.ts'
