// Between the program and its part for HDF5, which it loads when results are to be stored so. Both
// come from one build, so C++ may pass between them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mbs {

struct Hdf5Column {
  std::string path;   // "/run1/contacts/B/FN"; groups above it are made
  std::string units;  // "1" of pure numbers
  std::string words;  // long_name
  std::string along;  // path of the column that it is listed over; empty: others are over it
};

// A file that grows, in the manner of NetCDF-4. After something has gone wrong all calls do
// nothing. What `flush` has brought to the disk can be read whatever comes after. Not for several
// threads.
class Hdf5File {
 public:
  virtual ~Hdf5File() = default;
  virtual void attribute(const std::string& group, const std::string& name,
                         const std::string& value) = 0;
  // A column to append to, made unless it is there; kept open until it is released. What comes is
  // written in chunks of that many rows.
  virtual std::size_t column(const Hdf5Column& column, std::size_t chunk) = 0;
  virtual void append(std::size_t column, std::span<const double> values) = 0;
  virtual void release(std::size_t column) = 0;
  // A whole column, in place of what it was.
  virtual void write(const Hdf5Column& column, std::span<const double> values) = 0;
  virtual void write(const Hdf5Column& column, std::span<const std::string> texts) = 0;
  // Looks whether there is room for so many bytes more; else that is what has gone wrong.
  virtual bool room_for(std::size_t bytes) = 0;
  virtual void flush() = 0;
  // Why nothing is written any more; empty while all is well.
  virtual const std::string& problem() const = 0;
  // The last call. False if something has gone wrong, now or before.
  virtual bool close() = 0;
};

}  // namespace mbs

// Made with `new`, in the place of what stood there. Null, with the reason, if it cannot be made.
extern "C" mbs::Hdf5File* mbs_hdf5_create(const char* path, std::string* problem);
