import { type ComponentType, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Entry, type Listing, MAX_SEARCH_MATCHES } from '@holdall/api'
import { useHost } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { targetOf } from '../browser-state/action-target.ts'
import { useBrowser } from '../browser-state/browser-context.ts'
import { some } from '../browser-state/selection.ts'
import type { FileSource } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import type { RowHandlers } from '../browser-state/browser-context.ts'
import type { PreviewAddress } from './preview-address.ts'
import type { PreviewProps } from './preview-props.ts'

/** A file of an opened link is looked for in this many rows: in all results of a search, whose folders come first. */
const MAX_SEARCHED_ROWS = 2 * MAX_SEARCH_MATCHES

interface SlotProps {
  readonly component: ComponentType<PreviewProps>
  readonly address: PreviewAddress
  readonly folder: Folder
  readonly source: FileSource
  /** The page's actions, without "Preview". */
  readonly actions: RowHandlers['actions']
  readonly onDelete: RowHandlers['onDelete']
}

/** Shows the file of the page's address above the list. */
export function PreviewSlot({ address, ...props }: SlotProps) {
  return address.id === null || props.folder.status.state === 'failed' ? null : (
    <Opened {...props} address={address} id={address.id} />
  )
}

function Opened({ component: Preview, address, id, folder, source, actions, onDelete }: SlotProps & { id: string }) {
  const browser = useBrowser()
  const client = useQueryClient()
  const { overlay } = useHost()
  const files = useMemo(() => {
    const known = [...folder.known()].toSorted(([a], [b]) => a - b)
    return known.map(([, entry]) => entry).filter(({ type }) => type === 'file')
  }, [folder])
  const isLoading = useSearchInList(id, files, folder)
  useCursorOnShown(id, folder)
  useEffect(() => browser.focus, [browser])
  const targetFor = (entry: Entry) => {
    const { name } = entry.attributes
    return {
      ...targetOf(browser, some([entry])),
      // The row is covered, so its name is edited in a popup.
      rename: () => {
        overlay.open('rename-item', { id: entry.id, name, type: entry.type })
      },
    }
  }
  return (
    <Preview
      id={id}
      files={files}
      isLoading={isLoading}
      actionsOf={(entry) => actions(targetFor(entry))}
      onDelete={
        onDelete &&
        ((entry) => {
          onDelete(targetFor(entry))
        })
      }
      onShow={address.show}
      onClose={address.close}
      refresh={(of) => refetchEntry(client, source, of)}
    />
  )
}

/** Loads further rows while the file is not among the loaded ones. Returns whether that is in progress. */
function useSearchInList(id: string, files: readonly Entry[], { status, total, load }: Folder): boolean {
  const isKnown = files.some((file) => file.id === id)
  const isReady = status.state === 'ready'
  const [searched, setSearched] = useState<string | null>(null)
  useEffect(() => {
    if (!isReady || isKnown || searched === id) return
    const done = () => {
      setSearched(id)
    }
    void load(0, Math.min(total, MAX_SEARCHED_ROWS) - 1)
      .catch(() => undefined)
      .finally(done)
  }, [id, isKnown, isReady, load, searched, total])
  return !isKnown && searched !== id
}

/** Moves the cursor to the shown file, so that the list is at its row when the preview is closed. */
function useCursorOnShown(id: string, folder: Folder) {
  const browser = useBrowser()
  const isPhone = useIsPhone()
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (shown.current === id) return
    for (const [index, entry] of folder.known()) {
      if (entry.id !== id) continue
      shown.current = id
      browser.cursor.set({ index, anchor: index, entryId: id })
      // On a phone a selection opens the selection bars.
      if (!isPhone && !browser.multiSelect.get()) browser.selection.set(some([entry]))
      return
    }
  }, [browser, folder, id, isPhone])
}

async function refetchEntry(client: QueryClient, source: FileSource, id: string): Promise<Entry | null> {
  const entryIn = (data: unknown) => (data as Listing | undefined)?.data.find((entry) => entry.id === id)
  await client.refetchQueries(
    { queryKey: source.key, type: 'all', predicate: ({ state }) => entryIn(state.data) !== undefined },
    { throwOnError: true },
  )
  for (const [, listing] of client.getQueriesData<Listing>({ queryKey: source.key })) {
    const entry = entryIn(listing)
    if (entry) return entry
  }
  return null
}
