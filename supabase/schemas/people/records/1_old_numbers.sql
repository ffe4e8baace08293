-- Numbers of an older database: phone numbers that were stored as people typed them, before they were E.164.

create table app.doubtful_numbers (
  id bigint generated always as identity primary key,
  "column" text not null check ("column" in ('profiles.mobile', 'booking_contacts.customer_contact',
    'booking_contacts.guest_phone',
    'booking_contacts.delivery_person_phone', 'booking_contacts.driver_contact', 'settings.panic',
      'settings.company_phone')),
  row_id text not null,
  number text not null,
  noted_at timestamptz not null default app.now(),
  unique ("column", row_id)
);
call app.describe('app.doubtful_numbers', $$
  Phone numbers of an older database that cannot be read without knowing their country. Their columns are empty until
    somebody settles them.
  column: Where the number was stored: table and column.
  row_id: The row's id.
  number: The text as it was stored.
$$);

alter table app.doubtful_numbers enable row level security;

create type public.doubtful_number as (id bigint, "column" text, row_id text, number text, country text);
comment on type public.doubtful_number is
  'A phone number of an older database that still has to be settled: where it was stored (table.column and the row''s '
  'id), its text, and the operator''s country.';
