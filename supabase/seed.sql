-- Demo data for "Hackney Vaduz": an operator in Liechtenstein with people of every role. Works on an embedded stack,
-- with `supabase start`, self-hosted and hosted. Sign-in is by one-time code; nobody has a password.

update public.settings set
  app_name = 'Hackney', company_name = 'Hackney Vaduz', company_address = 'Städtle 31, 9490 Vaduz, Liechtenstein',
  company_website = 'https://hackney.test', contact_email = 'desk@hackney.test', company_phone = '+423 555 01 00',
  symbol = 'CHF', code = 'CHF', "decimal" = 2, country = 'LI', time_zone = 'Europe/Vaduz', app_category = 'taxi',
  panic = '112', bonus = 5, driver_radius = 10, auto_dispatch = true, otp_secure = true;

insert into public.languages (lang_name, lang_locale, date_locale, is_default) values
  ('English', 'en', 'en-GB', true),
  ('Deutsch', 'de', 'de-CH', false),
  ('العربية', 'ar', 'ar', false);

insert into public.cancel_reasons (label, value) values
  ('My plans changed', 0), ('The driver is too far away', 1), ('Wrong pickup or destination', 2),
  ('I found another way', 3), ('Something else', 4);

-- A Cab over 3.5 km in 7 minutes: 4.00 + 7.00 + 2.80 + 1.00 = 14.80.
insert into public.car_types (id, name, image, category, base_fare, rate_per_unit_distance, rate_per_hour, min_fare,
  convenience_fees, convenience_fee_type, extra_info, seats, sort_order, parcel_types, options, cancel_slab) values
  ('0c000000-0000-4000-8000-000000000001', 'Cab', 'cab', 'taxi', 4.00, 2.00, 24.00, 8.00, 1.00, 'flat',
    '', 4, 1, '[]', '[]', '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]'),
  ('0c000000-0000-4000-8000-000000000002', 'Estate', 'estate', 'taxi', 4.50, 2.20, 26.00, 9.00, 8, 'percentage',
    'Room for luggage', 4, 2, '[]', '[]', '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]'),
  ('0c000000-0000-4000-8000-000000000003', 'Van', 'van', 'taxi', 6.00, 2.70, 30.00, 12.00, 1.50, 'flat',
    '', 7, 3, '[]', '[]', '[{"mins_delayed": 2, "amount": 4}, {"mins_delayed": 5, "amount": 8}]'),
  ('0c000000-0000-4000-8000-000000000004', 'Courier', 'moto', 'delivery', 3.50, 1.60, 18.00, 7.00, 1.00, 'flat',
    'Up to 5 kg', 0, 4,
    '[{"description": "Letter", "amount": 0}, {"description": "Small parcel", "amount": 1.5}]',
    '[{"description": "At the door", "amount": 0}, {"description": "Hand to the person", "amount": 1}]',
    '[{"mins_delayed": 0, "amount": 3}]'),
  ('0c000000-0000-4000-8000-000000000005', 'Parcel van', 'parcel-van', 'delivery', 7.00, 2.40, 28.00, 14.00, 8, 'percentage',
    'Up to 500 kg', 0, 5,
    '[{"description": "Parcels", "amount": 0}, {"description": "Furniture", "amount": 12}]',
    '[{"description": "Kerbside", "amount": 0}, {"description": "Carried inside", "amount": 15}]',
    '[{"mins_delayed": 0, "amount": 5}]');

-- People. Whoever else signs in becomes a rider.
with people (n, role, email, first_name, last_name, mobile) as (values
  (101, 'admin', 'admin@hackney.test', 'Martina', 'Frick', '+423 555 01 01'),
  (102, 'admin', 'admin2@hackney.test', 'Georg', 'Ospelt', '+423 555 01 02'),
  (103, 'admin', 'admin3@hackney.test', 'Silvia', 'Nigg', '+423 555 01 03'),
  (104, 'admin', 'admin4@hackney.test', 'Roland', 'Kaiser', '+423 555 01 04'),
  (105, 'admin', 'admin5@hackney.test', 'Helene', 'Vogt', '+423 555 01 05'),
  (201, 'fleetadmin', 'fleet@hackney.test', 'Beat', 'Hilti', '+423 555 02 01'),
  (202, 'fleetadmin', 'fleet2@hackney.test', 'Corina', 'Schädler', '+423 555 02 02'),
  (203, 'fleetadmin', 'fleet3@hackney.test', 'Urs', 'Gassner', '+423 555 02 03'),
  (204, 'fleetadmin', 'fleet4@hackney.test', 'Petra', 'Beck', '+423 555 02 04'),
  (205, 'fleetadmin', 'fleet5@hackney.test', 'Norbert', 'Wanger', '+423 555 02 05'),
  (301, 'rider', 'rider@hackney.test', 'Anna', 'Büchel', '+423 555 03 01'),
  (302, 'rider', 'rider2@hackney.test', 'Jonas', 'Ritter', '+423 555 03 02'),
  (303, 'rider', 'rider3@hackney.test', 'Elif', 'Yilmaz', '+423 555 03 03'),
  (304, 'rider', 'rider4@hackney.test', 'David', 'Sele', '+423 555 03 04'),
  (305, 'rider', 'rider5@hackney.test', 'Sophie', 'Meier', '+423 555 03 05'),
  (401, 'driver', 'driver@hackney.test', 'Lukas', 'Marxer', '+423 555 04 01'),
  (402, 'driver', 'driver2@hackney.test', 'Nadia', 'Hasler', '+423 555 04 02'),
  (403, 'driver', 'driver3@hackney.test', 'Marco', 'Biedermann', '+423 555 04 03'),
  (404, 'driver', 'driver4@hackney.test', 'Sandra', 'Kindle', '+423 555 04 04'),
  (405, 'driver', 'driver5@hackney.test', 'Tobias', 'Oehri', '+423 555 04 05')
), accounts as (
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change,
    email_change_token_current, phone_change, phone_change_token, reauthentication_token)
  select '00000000-0000-0000-0000-000000000000', ('0d000000-0000-4000-8000-000000000' || p.n)::uuid, 'authenticated', 'authenticated',
    p.email, '', now(), jsonb_build_object('provider', 'email', 'providers', jsonb_build_array('email'), 'usertype', p.role),
    jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name, 'mobile', p.mobile), now(), now(),
    '', '', '', '', '', '', '', ''
  from people p
  returning id, email
)
insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select gen_random_uuid(), a.id::text, a.id,
  jsonb_build_object('sub', a.id, 'email', a.email, 'email_verified', true, 'phone_verified', false), 'email', now(), now(), now()
from accounts a;

-- driver@ alone is on duty near Vaduz, and is asked as soon as the driver's page has reported a position.
update public.drivers d set car_type_id = ('0c000000-0000-4000-8000-00000000000' || v.car)::uuid, vehicle_make = v.make,
  vehicle_model = v.model, vehicle_color = v.color, vehicle_number = v.plate, fleet_id = v.fleet::uuid, driver_active_status = v.active
from (values
  (401, 1, 'Škoda', 'Octavia', 'white', 'FL 28 114', null, true),
  (402, 1, 'Toyota', 'Corolla', 'silver', 'FL 30 271', '0d000000-0000-4000-8000-000000000201', false),
  (403, 2, 'Volvo', 'V60', 'black', 'FL 17 905', '0d000000-0000-4000-8000-000000000201', false),
  (404, 3, 'Volkswagen', 'Multivan', 'grey', 'FL 41 338', '0d000000-0000-4000-8000-000000000202', false),
  (405, 4, 'Honda', 'Vision', 'red', 'FL 9 526', null, false)
) as v (n, car, make, model, color, plate, fleet, active)
where d.id = ('0d000000-0000-4000-8000-000000000' || v.n)::uuid;

insert into public.driver_positions (driver_id, lat, lng, heading, accuracy, updated_at)
select ('0d000000-0000-4000-8000-000000000' || v.n)::uuid, v.lat, v.lng, v.heading, 10, app.now() - interval '1 hour'
from (values (401, 47.1410, 9.5209, 20), (402, 47.1655, 9.5103, 180), (403, 47.0663, 9.5011, 0),
  (404, 47.2386, 9.5271, 200), (405, 47.2119, 9.5247, 90)) as v (n, lat, lng, heading);
select app.refresh_driver(d.id) from public.drivers d;
