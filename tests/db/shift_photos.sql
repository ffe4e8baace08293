-- The check of a car at the beginning of a shift: its pictures, who may take it, and what the office sees of it.
select no_plan();
create function tests.upload(who text, path text) returns void language plpgsql as $$
begin
  perform tests.as_owner();
  insert into storage.objects (bucket_id, name) values ('shifts', tests.id(who) || '/' || path);
end $$;
create function tests.vehicle() returns uuid language sql volatile security definer as $$ select v.id from app.shared_vehicles v order by v.created_at, v.id limit 1 $$;
create function tests.files() returns bigint language sql volatile as $$ select count(*) from storage.objects o where o.bucket_id = 'shifts' $$;
create function tests.add_file(path text) returns void language sql volatile as $$ insert into storage.objects (bucket_id, name) values ('shifts', path) $$;
update public.drivers set fleet_id = tests.id('fleet') where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
select tests.let('admin', format('select public.save_shared_vehicle(%L)', jsonb_build_object('car_type_id', tests.car('Cab'), 'vehicle_number', 'FL 77 001', 'fleet_id', tests.id('fleet'))));

-- Uploading
select tests.act_as('driver2');
select lives_ok($$ select tests.add_file(tests.id('driver2') || '/front') $$, 'a driver adds a picture of the car');
select throws_ok($$ select tests.add_file(tests.id('driver3') || '/front') $$, '42501', null, 'a driver adds none for another driver');
select throws_ok($$ select tests.add_file(tests.id('driver2') || '/a/b') $$, '42501', null, 'a picture has a name, and no folder');
select lives_ok($$ select tests.add_file(tests.id('driver2') || '/n' || n) from generate_series(2, 16) n $$, 'a driver tries up to sixteen pictures');
select throws_ok($$ select tests.add_file(tests.id('driver2') || '/n17') $$, '42501', null, 'a driver fills no disk with more');
select tests.act_as('rider');
select throws_ok($$ select tests.add_file(tests.id('rider') || '/front') $$, '42501', null, 'a rider adds no picture of a car');

-- The setting
select tests.set('shift_photos', 'true');
select tests.act_as('driver2');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT409', 'shift_required', 'nobody goes on duty before the check');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT422', 'photos_required', 'the check has pictures');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/gone']) $$, 'PT422', 'image_invalid', 'a picture was uploaded before');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[null]) $$, 'PT422', 'image_invalid', 'no picture is none');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array(select tests.id('driver2') || '/n' || n from generate_series(2, 10) n)) $$, 'PT422', 'image_invalid', 'eight pictures are enough');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, '{}', repeat('x', 1001)) $$, 'PT422', 'message_invalid', 'a note has its length');
select results_eq($$ select s.photos, s.note from public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/front'], ' Scratch at the door ') s $$,
  $$ select array[tests.id('driver2') || '/front'], 'Scratch at the door' $$, 'a shift keeps the pictures and the note');
select lives_ok($$ select public.set_driver_active(true) $$, 'after the check a driver goes on duty');
select is((select vehicle_number from public.my_shift()), 'FL 77 001', 'a driver reads the open shift');
select tests.act_as('driver3');
select is_empty($$ select 1 from public.my_shift() $$, 'another driver has none');
select throws_ok($$ select public.start_shift(null, null, array[tests.id('driver2') || '/front']) $$, 'PT422', 'image_invalid', 'nobody shows the picture of another driver');
select tests.act_as('rider');
select throws_ok($$ select public.my_shift() $$, 'PT403', 'not_a_driver', 'a rider has no shift');

-- What a shift began with is evidence
select tests.act_as('driver2');
update storage.objects o set metadata = '{"eTag": "other"}' where o.bucket_id = 'shifts' and o.name like '%/front';
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects o where o.bucket_id = 'shifts' and o.name like '%/front';
delete from storage.objects o where o.bucket_id = 'shifts' and o.name like '%/n16';
select tests.as_owner();
select ok(exists (select 1 from storage.objects o where o.name = tests.id('driver2') || '/front' and o.metadata is distinct from '{"eTag": "other"}'), 'its picture stays as it was');
select ok(not exists (select 1 from storage.objects o where o.name = tests.id('driver2') || '/n16'), 'an unused picture can go');

-- Who sees them
select tests.act_as('fleet');
select is(tests.files(), 15::bigint, 'the fleet sees the pictures');
select results_eq($$ select driver_id, note, ended_at from public.vehicle_shifts(tests.vehicle()) $$, $$ select tests.id('driver2'), 'Scratch at the door', null::timestamptz $$, 'the fleet sees the shift');
select tests.act_as('fleet2');
select is(tests.files(), 0::bigint, 'another fleet sees no picture');
select throws_ok($$ select public.vehicle_shifts(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'another fleet sees no shift');
select throws_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'another fleet takes the car from nobody');
select tests.act_as('driver3');
select is(tests.files(), 0::bigint, 'another driver sees no picture');
select throws_ok($$ select public.vehicle_shifts(tests.vehicle()) $$, 'PT403', 'not_allowed', 'a driver does not read the shifts of others');
select throws_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'PT403', 'not_allowed', 'a driver takes the car from nobody');
select tests.act_as('admin');
select is(tests.files(), 15::bigint, 'the office sees the pictures');

-- A forgotten shift
select tests.act_as('fleet');
select lives_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'the fleet ends a forgotten shift');
select lives_ok($$ select public.free_vehicle(tests.vehicle()) $$, 'freeing it twice is freeing it once');
select is((select driver_id from public.shared_vehicles() where id = tests.vehicle()), null, 'the car is free');
select tests.as_owner();
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver2')), 'its driver is off duty');
select ok(exists (select 1 from public.audit_log where action = 'free_vehicle'), 'the log knows who freed it');
select tests.act_as('driver2');
select throws_ok($$ select public.start_shift(tests.vehicle(), null, array[tests.id('driver2') || '/front']) $$, 'PT422', 'image_invalid', 'a picture shows one shift only');
select tests.as_owner(), tests.set('shift_photos', 'false');

-- Who may take it
select tests.act_as('fleet');
select throws_ok(format($$ select public.save_shared_vehicle(%L) $$, jsonb_build_object('id', tests.vehicle(), 'drivers', jsonb_build_array(tests.id('driver4')))), 'PT422', 'person_invalid', 'only drivers of the fleet are named');
select throws_ok(format($$ select public.save_shared_vehicle(%L) $$, jsonb_build_object('id', tests.vehicle(), 'drivers', 'x')), 'PT422', 'person_invalid', 'drivers are a list');
select is((public.save_shared_vehicle(jsonb_build_object('id', tests.vehicle(), 'drivers', jsonb_build_array(tests.id('driver3'))))).drivers -> 0 ->> 'id', tests.id('driver3')::text, 'a fleet admin says who may take the car');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'others do not see it');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'others do not take it');
select tests.act_as('driver3');
select results_eq($$ select vehicle_number, drivers from public.shared_vehicles() $$, $$ values ('FL 77 001', null::jsonb) $$, 'who is named sees the car, and not who else is named');
select lives_ok($$ select public.start_shift(tests.vehicle()) $$, 'who is named takes it');
select lives_ok($$ select public.set_driver_active(true) $$, 'on duty with it');
select public.end_shift();
select tests.as_owner();
select ok(not (select d.driver_active_status from public.drivers d where d.id = tests.id('driver3')), 'a shift that ends takes its driver off duty');

-- Sweeping
select tests.upload('driver3', 'unused');
update storage.objects o set created_at = app.now() - interval '2 days' where o.bucket_id = 'shifts' and (o.name like '%/unused' or o.name like '%/front');
select app.queue_orphaned_files();
select results_eq($$ select q.payload ->> 'path' from app.outbox q where q.payload ->> 'bucket' = 'shifts' $$, $$ select tests.id('driver3') || '/unused' $$, 'unused pictures go after a day, those of shifts stay');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(null, null, array[tests.id('driver3') || '/unused']) $$, 'PT422', 'image_invalid', 'a picture that is about to go is no longer taken');
select tests.as_owner();
update app.driver_shifts s set began_at = app.now() - interval '366 days', ended_at = app.now() - interval '366 days' where s.photos <> '{}';
select app.queue_orphaned_files();
select is((select count(*) from app.outbox q where q.payload ->> 'path' = tests.id('driver2') || '/front'), 1::bigint, 'a year later those of a shift go, too');
select * from finish();
