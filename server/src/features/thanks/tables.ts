declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Donors who do not want to get thank-yous any more. */
    thankYouStops: {
      userId: string
      stoppedAt: Date
    }
  }
}
