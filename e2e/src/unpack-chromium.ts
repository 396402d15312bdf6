import chromium from '@sparticuz/chromium'

// A process of its own: the package reads where to unpack, and what, from the environment as it is loaded.
await chromium.executablePath()
