-- Imports: people, cars, callers, places, zones and promotions from a file of the office.

create function app.most_import_rows() returns integer language sql immutable parallel safe as $$ select 20000 $$;
comment on function app.most_import_rows is 'Maximum rows of a file that is imported, without its header. @shared';
create function app.most_import_columns() returns integer language sql immutable parallel safe as $$ select 50 $$;
comment on function app.most_import_columns is 'Maximum columns of a file that is imported. @shared';
create function app.most_import_text() returns integer language sql immutable parallel safe as $$ select 10000 $$;
comment on function app.most_import_text is 'Maximum characters of one cell of a file that is imported. @shared';
create function app.import_batch() returns integer language sql immutable parallel safe as $$ select 500 $$;
comment on function app.import_batch is 'Rows of an import that one call takes, checks, writes or takes back. @shared';

create domain public.import_kind as text
  check (value in ('drivers', 'fleets', 'staff', 'cars', 'callers', 'places', 'zones', 'promos'));

create table app.imports (
  id uuid primary key,
  kind public.import_kind not null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default app.now(),
  began_at timestamptz,
  undone_at timestamptz,
  row_count integer check (row_count between 1 and 20000)
);
call app.describe('app.imports', $$
  Files that admins import. They are kept for 30 days, so that an import can be taken back.
  kind: What a row of the file is.
  name: Name of the file.
  created_by: The admin who imports it; nobody else reads its rows.
  began_at: When the first row was written; from then on no rows are added.
  undone_at: When the import was first taken back.
  row_count: Number of rows of the file, until all are stored; null from then on, or if the client did not say.
$$);

create index imports_created_by on app.imports (created_by, created_at desc);
create index imports_created_at on app.imports (created_at);

create table app.import_rows (
  import_id uuid not null references app.imports (id) on delete cascade,
  nr integer not null check (nr between 1 and 2000000),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  state text not null default 'waiting'
    check (state in ('waiting', 'fresh', 'changed', 'same', 'wrong', 'done', 'undone', 'kept')),
  key_a text,
  key_b text,
  did text check (did in ('fresh', 'changed')),
  target_id uuid,
  before jsonb,
  changes text[],
  code text,
  field text,
  other_nr integer check (other_nr between 1 and 2000000),
  primary key (import_id, nr)
);
call app.describe('app.import_rows', $$
  Rows of an import. Each is checked and written in a subtransaction of its own.
  nr: Number of the row in the file; its header is row 1.
  facts: What the row says, by field (app.import_fields), as texts; empty cells are left out.
  state: waiting (not checked yet), fresh (a new thing), changed (of a thing that exists), same (nothing to do), wrong
    (code says why), done (did says what), undone, kept (something hangs on it by now).
  key_a: What makes the row unique in the file: the number of a person, the plate of a car, the name of others.
  key_b: The e-mail address of a person.
  target_id: The thing that the row is about.
  before: Earlier values of what the row changed.
  changes: The fields that the row changes.
  field: The field of which code complains.
  other_nr: The earlier row with the same key.
$$);

create index import_rows_key_a on app.import_rows (import_id, key_a) where key_a is not null;
create index import_rows_key_b on app.import_rows (import_id, key_b) where key_b is not null;
create index import_rows_state on app.import_rows (import_id, state, nr);
-- A person who leaves takes along the rows that name the address or the number.
create index import_rows_email on app.import_rows (lower(facts ->> 'email'));
create index import_rows_mobile on app.import_rows ((facts ->> 'mobile'));
create index import_rows_target on app.import_rows (target_id) where target_id is not null;

alter table app.imports enable row level security;
alter table app.import_rows enable row level security;

create type public.import_state as (
  id uuid, kind text, name text, created_at timestamptz, by_name text, is_own boolean, began_at timestamptz,
  undone_at timestamptz, total integer, waiting integer, fresh integer, changed integer, same integer, wrong integer,
  done integer, undone integer, kept integer
);
comment on type public.import_state is
  'An import and how many of its rows are in which state. fresh, changed: rows that will be written so; done: written '
  'rows; kept: rows that could not be taken back, because something hangs on them.';

create type public.import_row as (
  nr integer, facts jsonb, state text, did text, changes text[], code text, field text, other_nr integer
);
comment on type public.import_row is
  'A row of an import. code: why it is wrong, as an error code; field: of which field; other_nr: the earlier row that '
  'says the same.';

create type public.import_plan as (users jsonb, import jsonb);
comment on type public.import_plan is
  'Accounts that an import needs. users: [{nr, user: the request to the auth server}]; import: import_state.';

-- How a field's text is read: as text, email, phone, number, whole number, flag, day, car type, fleet, area or choice
-- (a word that its form checks).
create type app.import_field as (field text, read_as text, is_needed boolean);

-- Functions that run for each row are written in plpgsql, which keeps their plans.
create function app.import_fields(kind text) returns setof app.import_field
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return query select f.field, f.read_as, f.is_needed from (values
    ('drivers fleets staff', 'first_name', 'text', true), ('drivers fleets staff', 'last_name', 'text', true),
    ('callers', 'first_name', 'text', false), ('callers', 'last_name', 'text', false),
    ('drivers fleets staff callers places', 'mobile', 'phone', false),
    ('drivers fleets staff callers places', 'email', 'email', false),
    ('drivers fleets staff callers', 'lang_locale', 'choice', false),
    ('staff', 'staff_role', 'choice', true),
    ('cars', 'vehicle_number', 'text', true), ('drivers', 'vehicle_number', 'text', false),
    ('drivers cars', 'vehicle_make', 'text', false), ('drivers cars', 'vehicle_model', 'text', false),
    ('drivers cars', 'vehicle_color', 'text', false), ('cars', 'car_type', 'car_type', true),
    ('drivers zones', 'car_type', 'car_type', false), ('drivers cars', 'fleet', 'fleet', false),
    ('drivers cars', 'seats', 'whole', false), ('drivers cars', 'luggage', 'whole', false),
    ('drivers cars', 'child_seats', 'whole', false), ('drivers cars', 'wheelchair', 'flag', false),
    ('drivers', 'other_info', 'text', false), ('drivers fleets', 'approved', 'flag', false),
    ('cars', 'mileage', 'whole', false),
    ('places', 'label', 'text', true), ('places', 'description', 'text', true), ('places', 'lat', 'number', true),
    ('places', 'lng', 'number', true),
    ('zones', 'name', 'text', true), ('zones', 'kind', 'choice', true), ('zones', 'amount', 'number', false),
    ('zones', 'percent', 'number', false), ('zones', 'applies_to', 'choice', false),
    ('zones', 'active', 'flag', false), ('zones', 'area', 'area', true),
    ('promos', 'promo_name', 'text', true), ('promos', 'promo_description', 'text', false),
    ('promos', 'promo_discount_type', 'choice', false), ('promos', 'promo_discount_value', 'number', true),
    ('promos', 'max_promo_discount_value', 'number', false), ('promos', 'min_order', 'number', false),
    ('promos', 'promo_validity', 'day', true), ('promos', 'promo_usage_limit', 'whole', true),
    ('promos', 'listed', 'flag', false)) f (kinds, field, read_as, is_needed)
  where import_fields.kind = any (string_to_array(f.kinds, ' '));
end $$;
comment on function app.import_fields is 'The fields that a row of a kind of import may have.';
