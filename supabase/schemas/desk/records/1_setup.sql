-- Setting up a firm: what is left to do until it can drive.

create table app.setup (
  id boolean primary key default true check (id),
  begun_at timestamptz not null default app.now(),
  confirmed text[] not null default '{}'
    check (confirmed <@ array['town', 'tax', 'offer', 'places', 'first_ride', 'live'])
);
call app.describe('app.setup', $$
  One row in the database of a firm that a one-time link or npm run firm began. The dashboard then lists what is left.
  confirmed: The steps that an owner has confirmed. All other steps are done once the data say so.
$$);

alter table app.setup enable row level security;

create type public.firm_setup as (
  begun boolean, firm boolean, town boolean, tax boolean, offer boolean, cars boolean, drivers boolean, legal boolean,
  first_ride boolean, live boolean, currency_locked boolean, region_country text, lat double precision,
  lng double precision, places boolean
);
comment on type public.firm_setup is
  'Result of firm_setup: whether a set-up began, which of its steps are done, whether the currency can no longer '
  'change, and the country (ISO 3166) and the middle of the map region, null if unknown.';
