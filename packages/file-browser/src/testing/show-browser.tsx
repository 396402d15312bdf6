import { type HostApi, HostContext, MemoryRouter } from '@holdall/section'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Folder } from '@holdall/ui/icons'
import { type ReactNode, useState } from 'react'
import { IntlProvider } from 'react-intl'
import type { Target } from '../browser-state/file-action.ts'
import { FileBrowser, type FileBrowserProps } from '../file-browser.tsx'
import type { FileSource, Sort } from '../folder-data/file-source.ts'
import messages from '../messages/en-US.json'

export function renderIn(page: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  /** What the general error alert was opened for. */
  const alerts: unknown[] = []
  const host = { overlay: { somethingWrong: (error) => void alerts.push(error) } } as HostApi
  const view = render(
    <HostContext value={host}>
      <IntlProvider locale="en-US" messages={messages}>
        <QueryClientProvider client={client}>
          <MemoryRouter>{page}</MemoryRouter>
        </QueryClientProvider>
      </IntlProvider>
    </HostContext>,
  )
  return { ...view, alerts, client }
}

/**
 * Renders a file browser of `source` with one action that does nothing. `target` returns the latest target of actions.
 */
export async function showBrowser(source: FileSource, props: Partial<FileBrowserProps> = {}) {
  const targets: Target[] = []
  function Page() {
    const [view, setView] = useState(props.view ?? 'list')
    const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
    return (
      <FileBrowser
        source={source}
        folderId={null}
        sort={sort}
        onSort={setSort}
        empty={<p>Nothing here</p>}
        onOpen={() => {}}
        onFailure={(error) => {
          throw error
        }}
        actions={(target) => {
          targets.push(target)
          return [[{ id: 'x', label: 'Do it', icon: Folder, inBar: true, run: () => {} }]]
        }}
        {...props}
        view={view}
        onView={setView}
      />
    )
  }
  const user = userEvent.setup()
  const { alerts, unmount, client } = renderIn(<Page />)
  return { user, alerts, unmount, client, target: () => targets.at(-1) }
}
