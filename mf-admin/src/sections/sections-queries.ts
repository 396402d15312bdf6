import { adminSections, type Output } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useQuery } from '@tanstack/react-query'

export type SectionsReport = Output<typeof adminSections>
export type SectionReport = SectionsReport['sections'][number]
export type Composed = SectionReport['composed']

export const useSectionsReport = () =>
  useQuery({
    queryKey: ['admin', 'sections'],
    queryFn: ({ signal }) => api.call(adminSections, {}, { signal }),
  })

/** The version that is chosen, whether or not it can be served. */
export function versionOf(composed: Composed): string | null {
  switch (composed.state) {
    case 'ok':
      return composed.section.version
    case 'incompatible':
    case 'broken':
      return composed.version
    case 'disabled':
      return null
  }
}
