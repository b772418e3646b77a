-- What a donor was asked for, which new members may ask for in part only; it outlives the request, as the alert does.
alter table alerts add column component text not null default 'blood'
  check (component in ('blood', 'apheresis-platelets', 'pooled-platelets'));
