/** What a request asks donors for. A request of a client that does not know the field asks for blood: whole blood or red cells. */
export const COMPONENTS = ['blood', 'apheresis-platelets', 'pooled-platelets'] as const
export type Component = (typeof COMPONENTS)[number]

export const COMPONENT_LABELS: Record<Component, string> = {
  blood: 'Blood',
  'apheresis-platelets': 'Platelets from one donor (by machine)',
  'pooled-platelets': 'Platelets from several donors',
}

/** The same words always, and without a number: from neither anybody learns who has said yes to platelets by machine. */
export const FEW_GIVE_BY_MACHINE =
  'Few donors give platelets by machine. Ask the hospital whether platelets from several donors would do, too.'

/** What a donor gives. Pooled platelets are made of the whole blood of several donors. */
export const DONATED_COMPONENTS = ['blood', 'apheresis-platelets'] as const satisfies Component[]
export type DonatedComponent = (typeof DONATED_COMPONENTS)[number]

export const DONATED_COMPONENT_LABELS: Record<DonatedComponent, string> = {
  blood: 'Blood',
  'apheresis-platelets': 'Platelets by machine',
}

export const donatedFor = (component: Component): DonatedComponent =>
  component === 'apheresis-platelets' ? component : 'blood'
