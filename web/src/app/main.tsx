import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/tokens.css'
import '../ui/base.css'
import { openQueryClient } from '../api/query-client.ts'
import { listenBeforeRouter } from '../ui/history-guard.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

listenBeforeRouter()

createRoot(root).render(
  <StrictMode>
    {/* Without transitions a change of page shows at once, also when its script is slow to come. */}
    <BrowserRouter useTransitions={false}>
      <App queryClient={openQueryClient()} />
    </BrowserRouter>
  </StrictMode>,
)
