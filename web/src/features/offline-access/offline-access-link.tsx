import { Link } from 'react-router'

/** Leads to where one chooses it, by loading that page: the right to register a service worker comes with it. */
export const OfflineAccessLink = () => (
  <Link to="/offline-access" reloadDocument>
    Keep requests for when I am offline
  </Link>
)
