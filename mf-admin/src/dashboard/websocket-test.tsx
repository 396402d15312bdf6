import { testWebsockets } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button, Text } from '@holdall/ui'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../layout/panel.tsx'

/** Section 9 of the specification: a connection that was just lost may come back until then. */
const REQUEST_AFTER_MS = 1500
const FAILURE_AFTER_MS = 10_000

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 12px 24px;
`
const Description = styled(Text)`
  flex: 1 1 260px;
`

/** Tests whether events of the server reach this page. */
export function WebsocketTest() {
  const { config } = useHost()
  const { isTesting, start } = useWebsocketTest()
  const isOff = config.broadcasting.driver === 'none'
  return (
    <Panel title={<FormattedMessage id="websocket.title" />}>
      <Row>
        <Description as="p" variant="secondary" tone="subtle">
          <FormattedMessage id={isOff ? 'websocket.none' : 'websocket.text'} />
        </Description>
        {isOff ? null : (
          <Button busy={isTesting} onClick={start}>
            <FormattedMessage id={isTesting ? 'websocket.testing' : 'websocket.test'} />
          </Button>
        )}
      </Row>
    </Panel>
  )
}

function useWebsocketTest() {
  const { events, toasts } = useHost()
  const intl = useIntl()
  const [isTesting, setTesting] = useState(false)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const start = () => {
    if (stop.current) return
    setTesting(true)
    const controller = new AbortController()
    const { signal } = controller
    const end = (type: 'success' | 'danger', id: string) => {
      stop.current?.()
      setTesting(false)
      toasts.show({ type, message: intl.formatMessage({ id }) })
    }
    const fail = () => {
      end('danger', 'websocket.failure')
    }
    const request = setTimeout(() => {
      api.call(testWebsockets, undefined, { signal }).catch(() => {
        if (!signal.aborted) fail()
      })
    }, REQUEST_AFTER_MS)
    const timeout = setTimeout(fail, FAILURE_AFTER_MS)
    events.on(
      'websocket.tested',
      () => {
        end('success', 'websocket.success')
      },
      signal,
    )
    stop.current = () => {
      clearTimeout(request)
      clearTimeout(timeout)
      controller.abort()
      stop.current = null
    }
  }
  return { isTesting, start }
}
