import { SHARED_PARAMETER } from '@holdall/file-browser/shared-parameter'
import { useLazy, useSearch } from '@holdall/section'
import { createElement, Suspense } from 'react'

const load = () => import('./shared-files-dialog.tsx').then((m) => m.SharedFilesDialog)

/** The dialog about files that were shared with the installed app, where the address names some. */
export function SharedFilesQuestion() {
  const [search] = useSearch()
  const shared = search.get(SHARED_PARAMETER)
  if (shared === null) return null
  return (
    <Suspense fallback={null}>
      <Loaded shared={shared} />
    </Suspense>
  )
}

const Loaded = (props: { readonly shared: string }) => createElement(useLazy(load), props)
