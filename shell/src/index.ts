import { nextTask } from './app/next-task.ts'

// An asynchronous start: the shared packages are settled before anything imports them. Each is evaluated in a task of
// its own, so that a slow device paints and answers between them.
const steps = [
  () => import('react-dom/client'),
  () => import('@tanstack/react-query'),
  () => import('styled-components'),
  () => import('react-intl'),
  () => import('@holdall/api-client'),
  () => import('@holdall/section'),
  () => import('./app/bootstrap.tsx'),
]

async function start(): Promise<void> {
  for (const step of steps) {
    await step()
    await nextTask()
  }
}
void start()
