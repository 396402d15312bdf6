import { type SectionStatus, useHost, useSections } from '@holdall/section'
import { Badge, Button, type Hue, Text } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

const hues: Readonly<Record<SectionStatus['state'], Hue>> = {
  idle: 'grey',
  loading: 'blue',
  ready: 'green',
  incompatible: 'red',
  failed: 'red',
  disabled: 'grey',
}

/** Whether the section is loaded in this browser, with a button to try again. */
export function SectionLoadStatus({ id }: { readonly id: string }) {
  const { sections } = useHost()
  const status = useSections()[id] ?? { state: 'idle' }
  return (
    <>
      <Badge hue={hues[status.state]} dot>
        <FormattedMessage id={`sections.here_${status.state}`} />
      </Badge>
      {status.state === 'ready' && status.lastGood ? (
        <Badge hue="amber">
          <FormattedMessage id="sections.here_last_good" values={{ version: status.version }} />
        </Badge>
      ) : null}
      {status.state === 'failed' ? (
        <>
          <Text variant="secondary" tone="danger">
            {status.reason}
          </Text>
          <Button size="s" onClick={() => sections.retry(id)}>
            <FormattedMessage id="admin.retry" />
          </Button>
        </>
      ) : null}
    </>
  )
}
