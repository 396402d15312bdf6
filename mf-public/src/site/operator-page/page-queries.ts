import { showPage } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useQuery } from '@tanstack/react-query'

/** A page of the operator by its slug, in the language of the reader. */
export const usePage = (slug: string) =>
  useQuery({
    queryKey: ['page', slug],
    queryFn: async ({ signal }) => (await api.call(showPage, { params: { slug } }, { signal })).data.attributes,
  })
