-- Demo data for "Hackney Vaduz": an operator in Liechtenstein with people of every role. Works on an embedded stack,
-- with `supabase start`, self-hosted and hosted. Sign-in is by one-time code; no account has a password.

do $$
begin
  if exists (select from public.profiles) or exists (select from public.car_types) then
    raise exception 'This database is in use: the demo goes into a new one only' using hint = 'Leave the seed out.';
  end if;
end
$$;

update public.settings set
  app_name = 'Hackney', company_name = 'Hackney Vaduz', company_address = 'Städtle 31, 9490 Vaduz, Liechtenstein',
  company_website = 'https://hackney.test', contact_email = 'desk@hackney.test', company_phone = '+4235550100',
  symbol = 'CHF', code = 'CHF', "decimal" = 2, cash_unit = 0.05, country = 'LI', time_zone = 'Europe/Vaduz', app_category = 'both',
  panic = '112', bonus = 5, driver_radius = 10, auto_dispatch = true, otp_secure = true,
  -- The people of the demo sign in with the code from the inbox only, all from one machine, and no text costs anything.
  staff_second_factor = false, newcomers_per_network = 0, codes_per_number = 1000000, codes_per_prefix = 1000000,
  sms_countries = '*';

-- The rows are there; the operator's texts and Swiss dates come on top.
insert into public.languages (lang_name, lang_locale, date_locale, key_value_pairs) values
  ('Deutsch', 'de', 'de-CH', '{"firm.My plans changed": "Meine Pläne haben sich geändert",
    "firm.The driver is too far away": "Der Fahrer ist zu weit weg",
    "firm.Wrong pickup or destination": "Falsche Abholung oder falsches Ziel",
    "firm.I found another way": "Ich habe einen anderen Weg gefunden", "firm.Something else": "Etwas anderes",
    "firm.The rider asked us to cancel": "Der Fahrgast hat uns darum gebeten",
    "firm.No car can come": "Kein Auto kann kommen", "firm.Cab": "Taxi",
    "firm.Estate": "Kombi", "firm.Room for luggage": "Platz für Gepäck", "firm.Van": "Van", "firm.Premium": "Premium",
    "firm.Quiet and electric where it can be": "Leise und wo möglich elektrisch", "firm.Courier": "Kurier",
    "firm.Up to 5 kg": "Bis 5 kg", "firm.Letter": "Brief", "firm.Small parcel": "Kleines Paket",
    "firm.At the door": "An der Tür", "firm.Hand to the person": "Persönlich übergeben",
    "firm.Parcel van": "Lieferwagen", "firm.Up to 500 kg": "Bis 500 kg", "firm.Parcels": "Pakete",
    "firm.Furniture": "Möbel", "firm.Kerbside": "Bis zur Bordsteinkante", "firm.Carried inside": "Ins Haus getragen"}'),
  ('العربية', 'ar', 'ar', '{"firm.My plans changed": "تغيّرت خططي", "firm.The driver is too far away": "السائق بعيد جدًا",
    "firm.Wrong pickup or destination": "نقطة انطلاق أو وجهة خاطئة", "firm.I found another way": "وجدت وسيلة أخرى",
    "firm.Something else": "سبب آخر", "firm.The rider asked us to cancel": "طلب الراكب منا الإلغاء",
    "firm.No car can come": "لا يمكن لأي سيارة الحضور", "firm.Cab": "سيارة أجرة", "firm.Estate": "ستيشن", "firm.Room for luggage": "تتسع للأمتعة", "firm.Van": "فان",
    "firm.Premium": "فاخرة", "firm.Quiet and electric where it can be": "هادئة وكهربائية حيثما أمكن",
    "firm.Courier": "ساعي", "firm.Up to 5 kg": "حتى 5 كغ", "firm.Letter": "رسالة", "firm.Small parcel": "طرد صغير",
    "firm.At the door": "عند الباب", "firm.Hand to the person": "تسليم باليد", "firm.Parcel van": "فان طرود",
    "firm.Up to 500 kg": "حتى 500 كغ", "firm.Parcels": "طرود", "firm.Furniture": "أثاث", "firm.Kerbside": "حتى الرصيف",
    "firm.Carried inside": "حمل إلى الداخل"}')
on conflict (lang_locale) do update set date_locale = excluded.date_locale, key_value_pairs = excluded.key_value_pairs;

insert into public.cancel_reasons (label, audience, value) values
  ('My plans changed', 'rider', 0), ('The driver is too far away', 'rider', 1), ('Wrong pickup or destination', 'everybody', 2),
  ('I found another way', 'rider', 3), ('Something else', 'everybody', 4), ('The rider asked us to cancel', 'staff', 5),
  ('No car can come', 'staff', 6);

-- A Cab over 3.5 km in 7 minutes: 4.00 + 7.00 + 2.80 + 1.00 = 14.80.
insert into public.car_types (id, name, image, category, base_fare, rate_per_unit_distance, rate_per_hour, min_fare,
  convenience_fees, convenience_fee_type, extra_info, seats, sort_order, parcel_types, options, cancel_slab) values
  ('0c000000-0000-4000-8000-000000000001', 'Cab', 'cab', 'taxi', 4.00, 2.00, 24.00, 8.00, 1.00, 'flat',
    '', 4, 1, '[]', '[]', '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]'),
  ('0c000000-0000-4000-8000-000000000002', 'Estate', 'estate', 'taxi', 4.50, 2.20, 26.00, 9.00, 8, 'percentage',
    'Room for luggage', 4, 2, '[]', '[]', '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]'),
  ('0c000000-0000-4000-8000-000000000003', 'Van', 'van', 'taxi', 6.00, 2.70, 30.00, 12.00, 1.50, 'flat',
    '', 7, 3, '[]', '[]', '[{"mins_delayed": 2, "amount": 4}, {"mins_delayed": 5, "amount": 8}]'),
  ('0c000000-0000-4000-8000-000000000006', 'Premium', 'premium', 'taxi', 9.00, 3.40, 42.00, 18.00, 10, 'percentage',
    'Quiet and electric where it can be', 3, 4, '[]', '[]', '[{"mins_delayed": 2, "amount": 5}, {"mins_delayed": 5, "amount": 10}]'),
  ('0c000000-0000-4000-8000-000000000004', 'Courier', 'moto', 'delivery', 3.50, 1.60, 18.00, 7.00, 1.00, 'flat',
    'Up to 5 kg', 0, 5,
    '[{"description": "Letter", "amount": 0}, {"description": "Small parcel", "amount": 1.5}]',
    '[{"description": "At the door", "amount": 0}, {"description": "Hand to the person", "amount": 1}]',
    '[{"mins_delayed": 0, "amount": 3}]'),
  ('0c000000-0000-4000-8000-000000000005', 'Parcel van', 'parcel-van', 'delivery', 7.00, 2.40, 28.00, 14.00, 8, 'percentage',
    'Up to 500 kg', 0, 6,
    '[{"description": "Parcels", "amount": 0}, {"description": "Furniture", "amount": 12}]',
    '[{"description": "Kerbside", "amount": 0}, {"description": "Carried inside", "amount": 15}]',
    '[{"mins_delayed": 0, "amount": 5}]');

-- People. Any other address becomes a rider when it signs in.
with people (n, role, email, first_name, last_name, mobile) as (values
  (101, 'admin', 'admin@hackney.test', 'Martina', 'Frick', '+4235550101'),
  (102, 'admin', 'admin2@hackney.test', 'Georg', 'Ospelt', '+4235550102'),
  (103, 'admin', 'admin3@hackney.test', 'Silvia', 'Nigg', '+4235550103'),
  (104, 'admin', 'admin4@hackney.test', 'Roland', 'Kaiser', '+4235550104'),
  (105, 'admin', 'admin5@hackney.test', 'Helene', 'Vogt', '+4235550105'),
  (201, 'fleetadmin', 'fleet@hackney.test', 'Beat', 'Hilti', '+4235550201'),
  (202, 'fleetadmin', 'fleet2@hackney.test', 'Corina', 'Schädler', '+4235550202'),
  (203, 'fleetadmin', 'fleet3@hackney.test', 'Urs', 'Gassner', '+4235550203'),
  (204, 'fleetadmin', 'fleet4@hackney.test', 'Petra', 'Beck', '+4235550204'),
  (205, 'fleetadmin', 'fleet5@hackney.test', 'Norbert', 'Wanger', '+4235550205'),
  (301, 'rider', 'rider@hackney.test', 'Anna', 'Büchel', '+4235550301'),
  (302, 'rider', 'rider2@hackney.test', 'Jonas', 'Ritter', '+4235550302'),
  (303, 'rider', 'rider3@hackney.test', 'Elif', 'Yilmaz', '+4235550303'),
  (304, 'rider', 'rider4@hackney.test', 'David', 'Sele', '+4235550304'),
  (305, 'rider', 'rider5@hackney.test', 'Sophie', 'Meier', '+4235550305'),
  (306, 'rider', 'rider6@hackney.test', 'Noah', 'Frommelt', '+4235550306'),
  (307, 'rider', 'rider7@hackney.test', 'Lea', 'Ospelt', '+4235550307'),
  (308, 'rider', 'rider8@hackney.test', 'Mateo', 'Silva', '+4235550308'),
  (309, 'rider', 'rider9@hackney.test', 'Hanna', 'Quaderer', '+4235550309'),
  (310, 'rider', 'rider10@hackney.test', 'Emil', 'Beck', '+4235550310'),
  (311, 'rider', 'rider11@hackney.test', 'Julia', 'Wolfinger', '+4235550311'),
  (312, 'rider', 'rider12@hackney.test', 'Arda', 'Demir', '+4235550312'),
  (313, 'rider', 'rider13@hackney.test', 'Lina', 'Negele', '+4235550313'),
  (314, 'rider', 'rider14@hackney.test', 'Simon', 'Banzer', '+4235550314'),
  (315, 'rider', 'rider15@hackney.test', 'Clara', 'Hoop', '+4235550315'),
  (316, 'rider', 'rider16@hackney.test', 'Fabio', 'Ferrari', '+4235550316'),
  (317, 'rider', 'rider17@hackney.test', 'Nora', 'Matt', '+4235550317'),
  (318, 'rider', 'rider18@hackney.test', 'Leon', 'Kranz', '+4235550318'),
  (319, 'rider', 'rider19@hackney.test', 'Amira', 'Haddad', '+4235550319'),
  (320, 'rider', 'rider20@hackney.test', 'Felix', 'Risch', '+4235550320'),
  (321, 'rider', 'rider21@hackney.test', 'Mia', 'Eberle', '+4235550321'),
  (322, 'rider', 'rider22@hackney.test', 'Luis', 'Costa', '+4235550322'),
  (323, 'rider', 'rider23@hackney.test', 'Selina', 'Gstöhl', '+4235550323'),
  (324, 'rider', 'rider24@hackney.test', 'Jan', 'Walser', '+4235550324'),
  (325, 'rider', 'rider25@hackney.test', 'Eva', 'Näscher', '+4235550325'),
  (326, 'rider', 'rider26@hackney.test', 'Tim', 'Jehle', '+4235550326'),
  (327, 'rider', 'rider27@hackney.test', 'Livia', 'Schurte', '+4235550327'),
  (328, 'rider', 'rider28@hackney.test', 'Oskar', 'Konrad', '+4235550328'),
  (329, 'rider', 'rider29@hackney.test', 'Zoe', 'Lampert', '+4235550329'),
  (330, 'rider', 'rider30@hackney.test', 'Max', 'Hasler', '+4235550330'),
  (331, 'rider', 'rider31@hackney.test', 'Ella', 'Brunhart', '+4235550331'),
  (332, 'rider', 'rider32@hackney.test', 'Finn', 'Ritter', '+4235550332'),
  (333, 'rider', 'rider33@hackney.test', 'Alina', 'Foser', '+4235550333'),
  (334, 'rider', 'rider34@hackney.test', 'Rafael', 'Pereira', '+4235550334'),
  (335, 'rider', 'rider35@hackney.test', 'Ida', 'Vogt', '+4235550335'),
  (336, 'rider', 'rider36@hackney.test', 'Moritz', 'Allgäuer', '+4235550336'),
  (337, 'rider', 'rider37@hackney.test', 'Yara', 'Nasser', '+4235550337'),
  (338, 'rider', 'rider38@hackney.test', 'Gian', 'Caduff', '+4235550338'),
  (339, 'rider', 'rider39@hackney.test', 'Paula', 'Heeb', '+4235550339'),
  (340, 'rider', 'rider40@hackney.test', 'Kilian', 'Marxer', '+4235550340'),
  (401, 'driver', 'driver@hackney.test', 'Lukas', 'Marxer', '+4235550401'),
  (402, 'driver', 'driver2@hackney.test', 'Nadia', 'Hasler', '+4235550402'),
  (403, 'driver', 'driver3@hackney.test', 'Marco', 'Biedermann', '+4235550403'),
  (404, 'driver', 'driver4@hackney.test', 'Sandra', 'Kindle', '+4235550404'),
  (405, 'driver', 'driver5@hackney.test', 'Tobias', 'Oehri', '+4235550405'),
  (406, 'driver', 'driver6@hackney.test', 'Mehmet', 'Kaya', '+4235550406'),
  (407, 'driver', 'driver7@hackney.test', 'Ursula', 'Batliner', '+4235550407'),
  (408, 'driver', 'driver8@hackney.test', 'Patrick', 'Nipp', '+4235550408'),
  (409, 'driver', 'driver9@hackney.test', 'Ivana', 'Petrovic', '+4235550409'),
  (410, 'driver', 'driver10@hackney.test', 'Stefan', 'Schreiber', '+4235550410'),
  (411, 'driver', 'driver11@hackney.test', 'Carmen', 'Ruiz', '+4235550411'),
  (412, 'driver', 'driver12@hackney.test', 'Hannes', 'Wohlwend', '+4235550412'),
  (413, 'driver', 'driver13@hackney.test', 'Besnik', 'Krasniqi', '+4235550413'),
  (414, 'driver', 'driver14@hackney.test', 'Monika', 'Thöny', '+4235550414'),
  (415, 'driver', 'driver15@hackney.test', 'Reto', 'Caluori', '+4235550415'),
  (416, 'driver', 'driver16@hackney.test', 'Fatima', 'Amrani', '+4235550416'),
  (417, 'driver', 'driver17@hackney.test', 'Andreas', 'Goop', '+4235550417'),
  (418, 'driver', 'driver18@hackney.test', 'Dragana', 'Jovic', '+4235550418'),
  (419, 'driver', 'driver19@hackney.test', 'Peter', 'Hilbe', '+4235550419'),
  (420, 'driver', 'driver20@hackney.test', 'Claudia', 'Wachter', '+4235550420'),
  (421, 'driver', 'driver21@hackney.test', 'Thomas', 'Lins', '+4235550421'),
  (422, 'driver', 'driver22@hackney.test', 'Aylin', 'Arslan', '+4235550422'),
  (423, 'driver', 'driver23@hackney.test', 'Kurt', 'Tschütscher', '+4235550423'),
  (424, 'driver', 'driver24@hackney.test', 'Rosa', 'Morales', '+4235550424'),
  (425, 'driver', 'driver25@hackney.test', 'Daniel', 'Gerner', '+4235550425'),
  (426, 'driver', 'driver26@hackney.test', 'Petra', 'Ender', '+4235550426'),
  (427, 'driver', 'driver27@hackney.test', 'Goran', 'Babic', '+4235550427'),
  (428, 'driver', 'driver28@hackney.test', 'Sabine', 'Kieber', '+4235550428'),
  (429, 'driver', 'driver29@hackney.test', 'Werner', 'Öhri', '+4235550429'),
  (430, 'driver', 'driver30@hackney.test', 'Miriam', 'Feger', '+4235550430')
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

-- Only driver@ is on duty, near Vaduz, and gets offers as soon as the driver's page has reported a position.
update public.drivers d set car_type_id = ('0c000000-0000-4000-8000-00000000000' || v.car)::uuid, vehicle_make = v.make,
  vehicle_model = v.model, vehicle_color = v.color, vehicle_number = v.plate,
  fleet_id = ('0d000000-0000-4000-8000-000000000' || v.fleet)::uuid
from (values
  (401, 1, 'Škoda', 'Octavia', 'white', 'FL 28 114', null),
  (402, 1, 'Toyota', 'Corolla', 'silver', 'FL 30 271', 201),
  (403, 2, 'Volvo', 'V60', 'black', 'FL 17 905', 201),
  (404, 3, 'Volkswagen', 'Multivan', 'grey', 'FL 41 338', 202),
  (405, 4, 'Honda', 'Vision', 'red', 'FL 9 526', null),
  (406, 1, 'Škoda', 'Octavia', 'white', 'FL 38 986', null),
  (407, 1, 'Toyota', 'Corolla', 'silver', 'FL 45 977', 201),
  (408, 2, 'Škoda', 'Superb', 'grey', 'FL 39 562', 202),
  (409, 1, 'Hyundai', 'Ioniq', 'grey', 'FL 42 975', 201),
  (410, 6, 'BMW', 'i5', 'black', 'FL 47 294', null),
  (411, 1, 'Škoda', 'Octavia', 'white', 'FL 21 923', null),
  (412, 4, 'NIU', 'NQi', 'white', 'FL 42 587', 201),
  (413, 1, 'Volkswagen', 'Passat', 'blue', 'FL 49 912', 202),
  (414, 2, 'Škoda', 'Superb', 'grey', 'FL 21 196', 201),
  (415, 3, 'Volkswagen', 'Multivan', 'grey', 'FL 38 410', null),
  (416, 5, 'Renault', 'Master', 'yellow', 'FL 19 192', null),
  (417, 1, 'Toyota', 'Corolla', 'silver', 'FL 44 929', 201),
  (418, 1, 'Volkswagen', 'Passat', 'blue', 'FL 12 709', 202),
  (419, 2, 'Volvo', 'V60', 'black', 'FL 35 563', 201),
  (420, 6, 'BMW', 'i5', 'black', 'FL 49 765', null),
  (421, 1, 'Škoda', 'Octavia', 'white', 'FL 20 738', null),
  (422, 4, 'NIU', 'NQi', 'white', 'FL 10 951', 201),
  (423, 3, 'Volkswagen', 'Multivan', 'grey', 'FL 43 164', 202),
  (424, 1, 'Hyundai', 'Ioniq', 'grey', 'FL 13 136', 201),
  (425, 2, 'Volvo', 'V60', 'black', 'FL 22 347', null),
  (426, 1, 'Škoda', 'Octavia', 'white', 'FL 48 130', null),
  (427, 5, 'Fiat', 'Ducato', 'white', 'FL 39 434', 201),
  (428, 1, 'Volkswagen', 'Passat', 'blue', 'FL 38 705', 202),
  (429, 1, 'Hyundai', 'Ioniq', 'grey', 'FL 22 631', 201),
  (430, 2, 'Audi', 'A6 Avant', 'black', 'FL 24 755', null)
) as v (n, car, make, model, color, plate, fleet)
where d.id = ('0d000000-0000-4000-8000-000000000' || v.n)::uuid;
-- Cars without a row have the luggage and seats of their car type.
insert into public.vehicles (driver_id, luggage, child_seats, wheelchair)
select ('0d000000-0000-4000-8000-000000000' || v.n)::uuid, v.luggage, v.child_seats, v.wheelchair
from (values (404, 6, 2, true), (409, 2, 1, true), (413, 3, 2, false), (415, 6, 0, true), (423, 6, 3, false), (425, 4, 1, false)) v (n, luggage, child_seats, wheelchair);

-- Only driver@ is on duty; every driver's last position is an hour old.
update public.drivers d set driver_active_status = d.id = '0d000000-0000-4000-8000-000000000401';
insert into public.driver_positions (driver_id, lat, lng, heading, accuracy, updated_at)
select d.id, 47.141 + 0.0042 * (x.n % 17), 9.5209 - 0.0021 * (x.n % 9), x.n * 40 % 360, 10, app.now() - interval '1 hour'
from public.drivers d cross join lateral (select right(d.id::text, 3)::integer - 401 as n) x;
select app.refresh_driver(d.id) from public.drivers d;
