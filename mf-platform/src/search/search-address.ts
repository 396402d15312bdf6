import { fileKinds, type FileKind } from '@holdall/api'
import { PREVIEW_PARAMETER } from '@holdall/file-browser/preview-parameter'
import type { NavigationApi } from '@holdall/section'

/** When something was created, by days before today. */
export const periods = { week: 7, month: 30, year: 365 } as const
export type Period = keyof typeof periods

/** What the page of results shows; its address contains all of it. */
export interface SearchFilters {
  readonly query: string
  readonly type?: 'folder' | FileKind | undefined
  readonly period?: Period | undefined
  /** Only what is in this folder or below it. */
  readonly folderId?: string | undefined
}

/** `previewId` is a file that the preview shows above the results. */
export function searchAddress(
  navigation: NavigationApi,
  { query, type, period, folderId, previewId }: SearchFilters & { readonly previewId?: string },
): string {
  const parameters = new URLSearchParams({
    query,
    ...(type && { type }),
    ...(period && { period }),
    ...(folderId && { folder: folderId }),
    ...(previewId && { [PREVIEW_PARAMETER]: previewId }),
  })
  return `${navigation.href('Search')}?${String(parameters)}`
}

/** Values that are not known are left out. */
export function readFilters(parameters: URLSearchParams): SearchFilters {
  const type = parameters.get('type')
  const period = parameters.get('period')
  return {
    // As long as a name may be.
    query: (parameters.get('query') ?? '').trim().slice(0, 255),
    type: type === 'folder' ? type : fileKinds.find((kind) => kind === type),
    period: isPeriod(period) ? period : undefined,
    folderId: parameters.get('folder') ?? undefined,
  }
}

const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(periods, text)
