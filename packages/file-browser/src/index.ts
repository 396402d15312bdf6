export { SheetMenu } from './back-button/sheet-menu.tsx'
export type { Details, DetailsSubject, RowHandlers } from './browser-state/browser-context.ts'
export { type ActionGroups, type FileAction, menuEntries, type Target } from './browser-state/file-action.ts'
export { zipSelectionOf } from './browser-state/zip-selection.ts'
export { type Columns, nextSort } from './columns/columns.tsx'
export { EntryContextMenu, type OpenEntryMenu } from './context-menu/entry-context-menu.tsx'
export { DetailsSection, DetailsText } from './details/details-styles.ts'
export { DetailsView } from './details/details-view.tsx'
export { type Fact, FactList } from './details/fact-list.tsx'
export { downloadAddress, downloadFiles, startDownload } from './download.ts'
export { dragged, type Dragged } from './drag-and-drop/drag-entries.ts'
export { type DropTarget, useDropOnElement } from './drag-and-drop/use-drop-on-element.ts'
export { type Picked, readDrop, readPicked } from './drag-and-drop/read-dropped-files.ts'
export { useFileDrop } from './drag-and-drop/use-file-drop.ts'
export { FileBrowser, type FileBrowserProps } from './file-browser.tsx'
export { CardPicture } from './file-grid/card-picture.tsx'
export { focusList } from './file-list/focus-list.ts'
export { showEntries } from './file-list/show-entries.ts'
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
} from './folder-data/file-source.ts'
export { refetchChanged, repeatInvalidatedLoads } from './folder-data/refetch-changed.ts'
export { useErrorAlert } from './folder-data/use-error-alert.ts'
export { useIsTruncated } from './folder-data/use-is-truncated.ts'
export { useRefetchOnFocus } from './folder-data/use-refetch-on-focus.ts'
export { useFormatDate } from './format/date.ts'
export { EntryIcon } from './format/entry-icon.tsx'
export { EntryThumbnail } from './format/entry-thumbnail.tsx'
export { isExpired } from './format/expiry.ts'
export { linkIconOf } from './columns/columns.tsx'
export { type Kind, kindLooks, kindOf, lookOf } from './format/file-kind-icons.ts'
export { useFormatSize, useSizeText } from './format/size.ts'
export { renameSelectionLength } from './format/rename-selection.ts'
export { isComposing } from './keyboard/composing.ts'
export { usePreviewAddress } from './preview/preview-address.ts'
export type { PreviewProps } from './preview/preview-props.ts'
export { createStore, type Store, useStore } from './store.ts'
export { Breadcrumbs, type BreadcrumbsProps } from './toolbars/breadcrumbs.tsx'
export { TopBar } from './toolbars/toolbar-styles.ts'
