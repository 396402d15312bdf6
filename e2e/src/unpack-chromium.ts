import chromium from '@sparticuz/chromium'

// A process of its own: the package reads from the environment, when it is loaded, where and what to unpack.
await chromium.executablePath()
